import type { Impact } from '#contract/documents.ts';
import { takenBackWords } from '#core/vetting/consent.ts';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/publishing/impact/causes-table.module.css';

const missingReceipts = 'Spent, receipts not public yet';
const takenDown = `Spent, ${takenBackWords}`;
const spentBefore = 'Spent before';
/** Columns that are left out while they are empty. */
const rare = [missingReceipts, takenDown, spentBefore];
type Cause = Impact['causes'][number];

const columns: { name: string; cents: (cause: Cause) => number }[] = [
  { name: 'Donated', cents: ({ given }) => given },
  {
    name: 'Spent, with public receipts',
    cents: ({ spent, spentWithoutProof }) => spent - spentWithoutProof,
  },
  {
    name: missingReceipts,
    cents: ({ spentWithoutProof, spentTakenBack }) => spentWithoutProof - spentTakenBack,
  },
  { name: takenDown, cents: ({ spentTakenBack }) => spentTakenBack },
  { name: 'Allocated, not spent yet', cents: ({ allocated }) => allocated },
  { name: 'Available', cents: ({ waiting }) => waiting },
  { name: spentBefore, cents: (places) => places.spentBefore },
  { name: 'Returned', cents: ({ returned }) => returned },
];

/** Where the money for each cause is. */
export function CausesTable({ causes }: { causes: Impact['causes'] }) {
  const shown = columns.filter(
    ({ name, cents }) => !rare.includes(name) || causes.some((cause) => cents(cause) > 0),
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
