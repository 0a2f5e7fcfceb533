import type { Impact } from '#web/features/impact/totals-table.tsx';
import classes from '#web/styles/impact.module.css';
import { Money } from '#web/shared/money.tsx';

const columns = [
  ['given', 'Given'],
  ['spent', 'Spent'],
  ['allocated', 'Allocated'],
  ['waiting', 'Waiting'],
  ['returned', 'Returned'],
] as const;

/** Where the money of each cause is. */
export function CausesTable({ causes }: { causes: Impact['causes'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section className={classes.wide} aria-label="Money by cause" tabIndex={0}>
      <table className={classes.causes}>
        <thead>
          <tr>
            <th scope="col">Cause</th>
            {columns.map(([place, name]) => (
              <th key={place} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {causes.map((cause) => (
            <tr key={cause.id}>
              <th scope="row">{cause.name}</th>
              {columns.map(([place]) => (
                <td key={place}>
                  <Money cents={cause[place]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
