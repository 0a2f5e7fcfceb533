import { Button, Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { Volunteer } from '#contract/giving/volunteers.ts';
import type { NominationId } from '#contract/ids.ts';
import { isoDayOf } from '#core/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { NeedSelect } from '#web/admin/giving/volunteers/need-select.tsx';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { readId } from '#web/client/paths.ts';
import { FieldPair, Fields } from '#web/ui/form-layout.tsx';

interface RecordHoursModalProps {
  volunteer: Volunteer;
  opened: boolean;
  onClose: () => void;
}

/** Records what a volunteer did on one day. */
export function RecordHoursModal({ opened, onClose, ...form }: RecordHoursModalProps) {
  return (
    <Modal title="Record Hours" opened={opened} onClose={onClose}>
      <RecordHoursForm {...form} onClose={onClose} />
    </Modal>
  );
}

function RecordHoursForm({
  volunteer: { id, need },
  onClose,
}: Omit<RecordHoursModalProps, 'opened'>) {
  const record = useSend(endpoints.recordHours, { said: 'The hours were recorded' });
  const today = isoDayOf(new Date(), siteInfo.timeZone);
  const { form, onSubmit } = useSubmitForm({
    initialValues: {
      day: today,
      hours: 1 as number | string,
      minutes: 0 as number | string,
      what: '',
      nominationId: need?.id ?? '',
      isConfirmed: true,
    },
    toInput: ({ hours, minutes, nominationId, ...rest }) => ({
      ...rest,
      minutes: Number(hours) * 60 + Number(minutes),
      nominationId: readId<NominationId>(nominationId || null),
    }),
    schema: () =>
      import('#contract/giving/volunteers.ts').then((contract) => contract.volunteerHoursInput),
    async send(body, idempotencyKey) {
      await record.mutateAsync({ params: { id }, body, idempotencyKey });
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Fields>
        <TextInput
          type="date"
          label="Day"
          max={today}
          data-autofocus
          aria-required="true"
          {...form.getInputProps('day')}
        />
        <FieldPair>
          <NumberInput
            size="md"
            label="Hours"
            min={0}
            max={24}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('hours')}
          />
          <NumberInput
            size="md"
            label="Minutes"
            min={0}
            max={59}
            step={15}
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps('minutes')}
          />
        </FieldPair>
        <Textarea
          label="What was done"
          description="The volunteer reads this in our thanks and on their own page. The public sees only the hours."
          rows={2}
          maxLength={500}
          aria-required="true"
          {...form.getInputProps('what')}
        />
        <NeedSelect current={need} {...form.getInputProps('nominationId')} />
        <Checkbox
          label="I know that this was done"
          description="Only confirmed hours count. Somebody else can confirm them later."
          {...form.getInputProps('isConfirmed', { type: 'checkbox' })}
        />
      </Fields>
      <ModalActions>
        <Button type="submit" loading={form.submitting}>
          Record Hours
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </ModalActions>
    </form>
  );
}
