import { emptyForm } from '#contract/documents.ts';
import { trackingPagePath } from '#contract/pages.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { LinkRequestForm } from '#web/site/shared/link-request-form.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Asks for links to the nominations of an address. */
export function LinkForm({ isTooOld }: { isTooOld: boolean }) {
  return (
    <NarrowPage
      title="Your Nomination"
      lead="We email you links to your nominations. They show how far we are, and any questions that we have."
    >
      <LinkRequestForm
        state={emptyForm()}
        isSent={false}
        action={trackingPagePath}
        request={(body) => call(endpoints.requestTrackingLinks, { body })}
        answer={(address) =>
          `If there are nominations from ${address}, an email with links to them is on its way.`
        }
        button="Email me the links"
        reason={
          isTooOld
            ? 'This link does not work. It may be incomplete, or a newer one may have replaced it.'
            : undefined
        }
      />
      <p>
        If you have lost access to your email, <a href={paths.contact}>write to us</a> with the
        reference of your nomination.
      </p>
    </NarrowPage>
  );
}
