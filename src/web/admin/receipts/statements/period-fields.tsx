import { TextInput } from '@mantine/core';
import { isoDayOf } from '#core/platform/dates.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** Last year where the charity is: what statements are mostly about. */
export function lastYear(): { from: string; to: string } {
  const year = Number(isoDayOf(new Date(), siteInfo.timeZone).slice(0, 4)) - 1;
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** The first and the last day of a period. */
export function PeriodFields({ from, to }: { from: object; to: object }) {
  return (
    <FieldPair>
      <TextInput type="date" label="First day" {...from} />
      <TextInput type="date" label="Last day" {...to} />
    </FieldPair>
  );
}
