import type { FormState, NominationThanks, OpenCause } from '#contract/documents.ts';
import { type SiteInfo, takesDonations } from '#contract/site.ts';
import { paths } from '#web/client/paths.ts';
import { FormPage } from '#web/site/shared/form-page.tsx';
import { mailWaits, ThankYou } from '#web/site/shared/thank-you.tsx';
import NominateForm from '#web/site/vetting/nominations/nominate-form.island.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Island } from '#web/ui/island.tsx';

const steps = [
  'Our team reads it, and contacts you if it needs to learn more or to verify the information.',
  'Once we accept it, we match it with donations to the same cause.',
  'We email you when we have decided, and when the help has arrived.',
];

/** The page with the nomination form, and the thanks after it. */
export function NominatePage({ causes, form }: { causes: OpenCause[]; form: FormState }) {
  return (
    <FormPage
      title="Submit a Nomination"
      lead="Tell us about a person, an organization, or a need that deserves help. You can also nominate yourself."
      aside={{ label: 'What happens to a nomination', title: 'What happens next', steps }}
    >
      <Island name="nominate-form" component={NominateForm} props={{ causes, state: form }} />
    </FormPage>
  );
}

interface NominationThanksPageProps {
  thanks: NominationThanks;
  isMailPaused: boolean;
  site: SiteInfo;
}

export function NominationThanksPage({ thanks, isMailPaused, site }: NominationThanksPageProps) {
  return (
    <ThankYou
      title="Thank You For Your Generosity!"
      lead={
        <>
          {thanks?.isConfirmedByEmail === false ? (
            <p>
              We have received your nomination. So that nobody can flood a mailbox through this
              form, it sends only a few confirmation emails a day, and none will arrive for this
              nomination. Please keep the address of “See your nomination” below.
            </p>
          ) : (
            <p>
              A confirmation email will arrive shortly at the address you entered
              {thanks ? (
                <>
                  : <strong>{thanks.email}</strong>
                </>
              ) : null}
              .{isMailPaused && ` ${mailWaits}`}
            </p>
          )}
          {thanks && (
            <p className="above-3">
              Your reference is <strong className="reference">{thanks.reference}</strong>. Name it
              when you call or write to us.
            </p>
          )}
        </>
      }
      next={[
        {
          title: 'We look into it',
          text: 'Our team reads it, and contacts you if it needs to know more to vet the nominee and verify the information. On your private page, you see how far we are.',
        },
        {
          title: 'We decide and tell you',
          text: 'You get an email when the nomination is accepted, or when we cannot help.',
        },
        {
          title: 'Help arrives',
          text: 'We allocate donations to the same cause to it, and every expense takes a receipt.',
        },
      ]}
    >
      {thanks && (
        <ButtonLink href={paths.trackingPageOf(thanks.trackingToken)}>
          See your nomination
        </ButtonLink>
      )}
      <ButtonLink href={paths.home} look={thanks ? 'outline' : 'filled'}>
        Back to home page
      </ButtonLink>
      {takesDonations(site) && (
        <ButtonLink href={paths.donate} look="plain">
          Give a donation
        </ButtonLink>
      )}
    </ThankYou>
  );
}
