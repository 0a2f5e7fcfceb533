import { TextInput } from '@mantine/core';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { type DialogProps, FormDialog } from '#web/admin/shared/form-dialog.tsx';

interface ClaimModalProps extends DialogProps {
  due: { lines: number; amount: number };
  adjustments: { lines: number; amount: number };
}

/** Marks what is due as claimed. */
export function ClaimModal({ due, adjustments, ...dialog }: ClaimModalProps) {
  const less =
    adjustments.amount > 0
      ? ` Enter ${formatCents(adjustments.amount)} that went back to donors as an adjustment on the claim.`
      : '';
  return (
    <FormDialog
      {...dialog}
      title="Mark as Claimed"
      text={`${countOf(due.lines, 'donation')} of ${formatCents(due.amount)} in all count as claimed from then on, and are in no later schedule.${less}`}
      action="Mark as Claimed"
      isHarmless
      to={endpoints.markGiftAidClaimed}
      initialValues={{ claimedOn: '', reference: '' }}
      toBody={(typed) => ({
        ...typed,
        expectedLines: due.lines + adjustments.lines,
        expectedTotal: due.amount - adjustments.amount,
      })}
      said="The claim is recorded."
    >
      {(form) => (
        <>
          <TextInput
            type="date"
            label="Claimed on"
            aria-required="true"
            data-autofocus
            {...form.getInputProps('claimedOn')}
          />
          <TextInput
            label="Reference"
            description="Optional: what HM Revenue & Customs calls the claim."
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </>
      )}
    </FormDialog>
  );
}
