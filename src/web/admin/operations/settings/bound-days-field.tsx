import { TextInput } from '@mantine/core';
import { Fieldset } from '#web/ui/form-layout.tsx';

/** How long money may wait for the need that a donor chose. */
export function BoundDaysField({ days }: { days: object }) {
  return (
    <Fieldset legend="Donations for One Need">
      <TextInput
        label="Days for which they wait for their need"
        description="After that, what is not allocated can help other needs of the same cause. Donations that were given before keep the days that their donors read."
        inputMode="numeric"
        autoComplete="off"
        {...days}
        name="boundDays"
      />
    </Fieldset>
  );
}

/** The typed days; not a number for what is none, which the rules of the settings refuse. */
export function readDays(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
