import { emptyForm } from '#contract/documents.ts';
import type { DonationPage } from '#contract/publishing/donation-page.ts';
import type { ExpectedDonationState } from '#core/giving/expected-donations.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { EmployerField } from '#web/site/publishing/donation-page/employer-field.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

interface EmployerSectionProps {
  donor: NonNullable<DonationPage['donor']>;
  token: string;
  onChange: (donation: DonationPage) => void;
}

const states: Record<ExpectedDonationState, string> = {
  claimed: 'We have not asked yet.',
  confirmed: 'It has agreed to match your donation.',
  paid: 'It has matched your donation with one of its own. Thank you!',
  refused: 'It does not match your donation.',
  expired: 'Nothing has come within a year, so we expect nothing anymore.',
};

/** Who may match the donation, and how far that is. */
export function EmployerSection(props: EmployerSectionProps) {
  const { employer } = props.donor;
  const isSettled = employer !== null && employer.state !== 'claimed';
  return (
    <ContentSection title="Your employer">
      {employer && <p>{`${employer.name}: ${states[employer.state]}`}</p>}
      {!isSettled && (
        <details>
          <summary>{employer ? 'Correct or take back' : 'Could your employer match it?'}</summary>
          {/* Another name fills the field anew. */}
          <EmployerForm key={employer?.name} {...props} />
        </details>
      )}
    </ContentSection>
  );
}

function EmployerForm({ donor: { employer }, token, onChange }: EmployerSectionProps) {
  const form = useSiteForm({
    state: emptyForm(employer === null ? {} : { employer: employer.name }),
    read: (fields) => ({ employer: fields.employer ?? '' }),
    async send(input) {
      onChange(await call(endpoints.saveEmployer, { body: { token, ...input } }));
      notifySuccess('Saved');
    },
  });
  return (
    <Form form={form} action="" isTight>
      <EmployerField />
      <FormActions>
        <Button type="submit" isBusy={form.isSending}>
          Save the employer
        </Button>
      </FormActions>
    </Form>
  );
}
