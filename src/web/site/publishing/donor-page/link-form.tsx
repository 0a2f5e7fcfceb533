import type { FormState } from '#contract/documents.ts';
import { donorPagePath } from '#contract/pages.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { LinkRequestForm } from '#web/site/shared/link-request-form.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

interface LinkFormProps {
  state: FormState;
  isSent: boolean;
  /** Whether somebody came with a link that does not work anymore. */
  isTooOld: boolean;
}

/** Asks for a link to all donations of an address. */
export function LinkForm({ state, isSent, isTooOld }: LinkFormProps) {
  return (
    <NarrowPage
      title="Your Donations"
      lead="We email you a link to a page with all of your donations: where each cent is, and each receipt again."
    >
      <LinkRequestForm
        state={state}
        isSent={isSent}
        action={donorPagePath}
        request={(body) => call(endpoints.requestDonorLink, { body })}
        answer={(address) =>
          `If there are donations from ${address}, an email with a link to them is on its way.`
        }
        button="Email me the link"
        reason={isTooOld ? 'Your link does not work anymore. Please ask for a new one.' : undefined}
      />
    </NarrowPage>
  );
}
