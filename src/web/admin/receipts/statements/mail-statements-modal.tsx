import { Radio } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { MailedBefore, StatementsPreview } from '#contract/receipts/statements.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { describePeriod } from '#web/admin/receipts/statements/columns.tsx';
import { lastYear, PeriodFields } from '#web/admin/receipts/statements/period-fields.tsx';
import type { DialogProps } from '#web/admin/shared/form-dialog.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CallError } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { QuestionForm } from '#web/admin/ui/question-form.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import '#web/admin/ui/radio.css';

/** Emails everybody who gave in a period the link to their statement, and asks about those who had one. */
export function MailStatementsModal({ opened, onClose }: DialogProps) {
  return (
    <Modal title="Email Statements" opened={opened} onClose={onClose} size="narrow">
      <MailStatementsForm onClose={onClose} />
    </Modal>
  );
}

/** In the dialog, so that each opening counts anew. */
function MailStatementsForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.mailStatements,
    initialValues: { ...lastYear(), mailedBefore: '' as MailedBefore | '' },
    toBody: ({ from, to, mailedBefore }) => ({
      from,
      to,
      mailedBefore: mailedBefore === '' ? undefined : mailedBefore,
    }),
    check: ({ mailedBefore }): FormErrors =>
      preview.data && mustChoose(preview.data) && mailedBefore === ''
        ? { mailedBefore: 'Choose who gets one' }
        : {},
    refusedField: 'to',
    said: ({ total }) => `Statements are on their way to ${countOf(total, 'donor')}`,
    onClose,
  });
  const { from, to, mailedBefore } = form.values;
  // Also a year that is not typed to its end is a day.
  const isPeriod = from >= '2000-01-01' && from <= to && /^\d{4}-/.test(to);
  // Read again after a refusal: others email, too.
  const preview = useEndpoint(
    endpoints.previewStatements,
    isPeriod ? { query: { from, to } } : null,
    { gcTime: 0 },
  );
  const isObvious = preview.data && !mustChoose(preview.data);
  // What was chosen about other days was chosen about other donors.
  form.watch('from', () => form.setFieldValue('mailedBefore', ''));
  form.watch('to', () => form.setFieldValue('mailedBefore', ''));
  return (
    <QuestionForm
      text="Everybody who gave in this period and whose email address you have gets a link to their statement, even those who want no updates."
      action="Email Statements"
      loading={form.submitting}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <PeriodFields from={form.getInputProps('from')} to={form.getInputProps('to')} />
      {preview.isLoading && <ProgressRing label="Counting" />}
      <CallError call={preview} failed="Who had a statement before could not be loaded." />
      {preview.data && preview.data.earlier.length === 0 && (
        <p role="status">{`${countOf(preview.data.donors, 'donor gets', 'donors get')} an email.`}</p>
      )}
      {preview.data && preview.data.earlier.length > 0 && (
        <>
          <Earlier preview={preview.data} />
          <Radio.Group
            label="Donors who had one"
            {...form.getInputProps('mailedBefore')}
            value={mailedBefore === '' && isObvious ? 'skip' : mailedBefore}
          >
            <div className="stack gap-3 above-2">
              {choicesOf(preview.data).map(([value, label, donors]) => (
                <Radio
                  key={value}
                  value={value}
                  data-path="mailedBefore"
                  label={label}
                  description={`${countOf(donors, 'donor gets', 'donors get')} an email.`}
                />
              ))}
            </div>
          </Radio.Group>
        </>
      )}
    </QuestionForm>
  );
}

/** Who had another period may need this one, so nobody decides about them but the team. */
function mustChoose({ haveOverlapping }: StatementsPreview): boolean {
  return haveOverlapping > 0;
}

function choicesOf({ donors, haveSame, haveOverlapping }: StatementsPreview) {
  return [
    ['skip', 'Leave them out', donors - haveSame - haveOverlapping],
    ['again', 'Email them as well', donors],
  ] as const;
}

/** Who had which statement, and when. */
function Earlier({ preview }: { preview: StatementsPreview }) {
  const { donors, haveSame, haveOverlapping, earlier } = preview;
  return (
    <div>
      <p>{`${formatCount(haveSame + haveOverlapping)} of ${countOf(donors, 'donor')} had a statement with some of these days before:`}</p>
      <ul className="bullets above-1">
        {earlier.map((each) => (
          <li key={each.id}>
            {`${describePeriod(each)}, emailed to ${formatCount(each.donors)} of them on ${formatDate(each.createdAt)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
