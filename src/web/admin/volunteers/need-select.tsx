import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { VolunteerSummary } from '#contract/volunteers/volunteers.ts';
import { useVolunteerChoices } from '#web/admin/volunteers/use-volunteer-choices.ts';

interface NeedSelectProps extends NativeSelectProps {
  /** What it is about until somebody chooses, which may be none of the newest needs. */
  current?: VolunteerSummary['need'];
}

/** Which need time is for. */
export function NeedSelect({ current = null, ...field }: NeedSelectProps) {
  const choices = useVolunteerChoices();
  const needs = choices.data?.needs ?? [];
  const others = current && !needs.some(({ id }) => id === current.id) ? [current] : [];
  return (
    <NativeSelect
      label="Need"
      data={[
        { value: '', label: 'No particular need' },
        ...[...others, ...needs].map(({ id, nominee }) => ({ value: id, label: nominee })),
      ]}
      {...field}
    />
  );
}
