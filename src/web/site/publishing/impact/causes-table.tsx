import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/publishing/impact/causes-table.module.css';
import type { Impact } from '#web/site/publishing/impact/impact-totals.tsx';

const columns = [
  ['given', 'Donated'],
  ['spent', 'Spent'],
  ['allocated', 'Allocated, not spent'],
  ['waiting', 'Available'],
  ['returned', 'Returned'],
] as const;

/** Where the money for each cause is. */
export function CausesTable({ causes }: { causes: Impact['causes'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable without a mouse
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
