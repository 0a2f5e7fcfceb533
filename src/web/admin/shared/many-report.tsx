import type { ManyOutcome } from '#contract/many-at-once.ts';
import { countOf } from '#core/platform/counts.ts';
import { type Columns, PlainTable } from '#web/admin/ui/data-table.tsx';

interface ManyReportProps<Id extends string> {
  outcome: ManyOutcome<Id>;
  /** What became of one row, and of several: ["is being checked", "are being checked"]. */
  done: [string, string];
  /** One row, and several: ["donation", "donations"]. */
  of: [string, string];
  nameOf: (id: Id) => string;
}

interface Refused {
  id: string;
  name: string;
  reason: string;
}

const columns: Columns<Refused> = [
  { header: 'Left Out', onPhone: 'title', value: ({ name }) => name },
  { header: 'Why', onPhone: 'below', value: ({ reason }) => reason },
];

/** For how many rows something was done, and why not for the others. */
export function ManyReport<Id extends string>({
  outcome: { done, refused },
  done: words,
  of: [one, many],
  nameOf,
}: ManyReportProps<Id>) {
  const count = (number: number) => countOf(number, one, many);
  return (
    <>
      <p role="status">
        {`${count(done.length)} ${done.length === 1 ? words[0] : words[1]}.`}
        {refused.length > 0 && ` ${count(refused.length)} left out:`}
      </p>
      {refused.length > 0 && (
        <PlainTable
          label="Left out"
          columns={columns}
          items={refused.map(({ id, reason }) => ({ id, name: nameOf(id), reason }))}
        />
      )}
    </>
  );
}
