import type { Impact } from '#contract/documents.ts';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/publishing/impact/causes-table.module.css';

const missingReceipts = 'Spent, receipts not public yet';
const spentBefore = 'Spent before';
type Cause = Impact['causes'][number];

const columns: { name: string; cents: (cause: Cause) => number }[] = [
  { name: 'Donated', cents: ({ given }) => given },
  {
    name: 'Spent, with public receipts',
    cents: ({ spent, spentWithoutProof }) => spent - spentWithoutProof,
  },
  {
    name: missingReceipts,
    cents: ({ spentWithoutProof }) => spentWithoutProof,
  },
  { name: 'Allocated, not spent yet', cents: ({ allocated }) => allocated },
  { name: 'Available', cents: ({ waiting }) => waiting },
  { name: spentBefore, cents: (places) => places.spentBefore },
  { name: 'Returned', cents: ({ returned }) => returned },
];

/** Where the money for each cause is. */
export function CausesTable({ causes }: { causes: Impact['causes'] }) {
  const isAllProven = causes.every(({ spentWithoutProof }) => spentWithoutProof === 0);
  const isAllSpentHere = causes.every((places) => places.spentBefore === 0);
  const shown = columns.filter(
    ({ name }) =>
      !(isAllProven && name === missingReceipts) && !(isAllSpentHere && name === spentBefore),
  );
  return (
    <table className={classes.causes} aria-label="Money by cause">
      <thead>
        <tr>
          <th scope="col">Cause</th>
          {shown.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {causes.map((cause) => (
          <tr key={cause.id}>
            <th scope="row">{cause.name}</th>
            {shown.map(({ name, cents }) => (
              <td key={name} data-column={name}>
                <Money cents={cents(cause)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
