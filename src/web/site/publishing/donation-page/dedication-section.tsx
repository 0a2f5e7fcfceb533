import { emptyForm } from '#contract/documents.ts';
import { type FormFields, readDedication } from '#contract/form-fields.ts';
import type { OwnDedication } from '#contract/giving/dedications.ts';
import type { DonationPage } from '#contract/publishing/donation-page.ts';
import { dedicationProblems, dedicationWords } from '#core/giving/dedications.ts';
import { formatDate, formatMoment } from '#core/platform/dates.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { DedicationFields } from '#web/site/publishing/donation-page/dedication-fields.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

interface DedicationSectionProps {
  donor: NonNullable<DonationPage['donor']>;
  token: string;
  timeZone: string;
  onChange: (donation: DonationPage) => void;
}

/** To whom the donation is dedicated, what became of the email about it, and, until it was sent, a form to change it. */
export function DedicationSection({ donor, token, timeZone, onChange }: DedicationSectionProps) {
  const { dedication, mayDedicate } = donor;
  if (dedication === null && !mayDedicate) return null;
  const form = (
    <DedicationForm
      // Another dedication fills the fields anew.
      key={JSON.stringify(dedication)}
      dedication={dedication}
      token={token}
      onChange={onChange}
    />
  );
  return (
    <ContentSection title="Dedication">
      {dedication === null ? (
        <details>
          <summary>Dedicate this donation to somebody</summary>
          {form}
        </details>
      ) : (
        <>
          <p>
            {`Your donation is ${dedicationWords[dedication.kind]} `}
            <strong>{dedication.honoree}</strong>. {stateOf(dedication, timeZone)}
          </p>
          {dedication.isChangeable && (
            <details>
              <summary>Change or take back the dedication</summary>
              {form}
            </details>
          )}
        </>
      )}
    </ContentSection>
  );
}

/** What becomes of the email about it. */
function stateOf(dedication: OwnDedication, timeZone: string): string {
  const { recipientName, sentAt, bouncedAt, stopped, dueAt } = dedication;
  const name = recipientName ?? 'the person you named';
  if (bouncedAt !== null) {
    return `Our email to ${name} could not be delivered. The address may be wrong.`;
  }
  if (sentAt !== null) return `We wrote to ${name} on ${formatDate(sentAt, timeZone)}.`;
  if (stopped !== null) return stopped;
  if (dueAt === null) return '';
  return `We tell ${name} on ${formatMoment(dueAt, timeZone)} (${timeZone.replaceAll('_', ' ')} time). Until then, you can correct it here.`;
}

function DedicationForm({
  dedication,
  token,
  onChange,
}: Pick<DedicationSectionProps, 'token' | 'onChange'> & { dedication: OwnDedication | null }) {
  // Whoever chooses none takes it back, and need not empty the other fields.
  const read = (fields: FormFields) =>
    readDedication(dedication !== null && fields.dedicationKind === '' ? {} : fields);
  const form = useSiteForm({
    state: emptyForm(dedication === null ? {} : valuesOf(dedication)),
    read,
    check: (fields) => dedicationProblems(read(fields)),
    async send(input) {
      onChange(await call(endpoints.saveDedication, { body: { token, ...input } }));
      notifySuccess('Saved');
    },
  });
  return (
    <Form form={form} action="" isTight>
      {dedication !== null && (
        <p className="soft">To take the dedication back, choose “No dedication” and save.</p>
      )}
      <DedicationFields />
      <FormActions>
        <Button type="submit" isBusy={form.isSending}>
          Save the dedication
        </Button>
      </FormActions>
    </Form>
  );
}

function valuesOf(dedication: OwnDedication): Record<string, string> {
  return {
    dedicationKind: dedication.kind,
    honoree: dedication.honoree,
    recipientName: dedication.recipientName ?? '',
    recipientEmail: dedication.recipientEmail ?? '',
    dedicationMessage: dedication.message,
    sendOn: dedication.sendOn ?? '',
    ...(dedication.tellsName && { tellsName: 'true' }),
  };
}
