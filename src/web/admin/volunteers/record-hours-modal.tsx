import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { NominationId } from '#contract/ids.ts';
import type { Volunteer } from '#contract/volunteers/volunteers.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { CountField } from '#web/admin/shared/count-field.tsx';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';
import { NeedSelect } from '#web/admin/volunteers/need-select.tsx';
import { readId } from '#web/client/paths.ts';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** Records what a volunteer did on one day. */
export function RecordHoursModal({
  volunteer: { id, need },
  ...dialog
}: DialogProps & { volunteer: Volunteer }) {
  const today = isoDayOf(new Date(), siteInfo.timeZone);
  return (
    <FormDialog
      {...dialog}
      title="Record Hours"
      action="Record Hours"
      to={endpoints.recordHours}
      params={{ id }}
      initialValues={{
        day: today,
        hours: 1 as number | string,
        minutes: 0 as number | string,
        what: '',
        nominationId: need?.id ?? '',
        isConfirmed: true,
      }}
      toBody={({ hours, minutes, nominationId, ...rest }) => ({
        ...rest,
        // One and a tenth of an hour is 66 minutes, but not for a computer.
        minutes: Number((Number(hours) * 60 + Number(minutes)).toFixed(6)),
        nominationId: readId<NominationId>(nominationId || null),
      })}
      said="The hours were recorded"
    >
      {(form) => (
        <>
          <TextInput
            type="date"
            label="Day"
            max={today}
            data-autofocus
            aria-required="true"
            {...form.getInputProps('day')}
          />
          <FieldPair>
            <CountField label="Hours" min={0} max={24} {...form.getInputProps('hours')} />
            <CountField
              label="Minutes"
              min={0}
              max={59}
              step={15}
              {...form.getInputProps('minutes')}
            />
          </FieldPair>
          <Textarea
            label="What was done"
            description="The volunteer reads this in our thanks and on their own page. The public sees only the hours."
            rows={2}
            aria-required="true"
            {...form.getInputProps('what')}
          />
          <NeedSelect current={need} {...form.getInputProps('nominationId')} />
          <Checkbox
            label="I know that this was done"
            description="Only confirmed hours count. Somebody else can confirm them later."
            {...form.getInputProps('isConfirmed', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
}
