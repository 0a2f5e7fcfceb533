import type { FormState, NeedToGiveTo, OpenCause, OwnDonation } from '#contract/documents.ts';
import { type SiteInfo, takesDonations } from '#contract/site.ts';
import { bindingEndWords } from '#core/giving/bound-donations.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import { formatCents } from '#core/platform/money.ts';
import { paths } from '#web/client/paths.ts';
import DonateForm from '#web/site/giving/donations/donate-form.island.tsx';
import { FormPage } from '#web/site/shared/form-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Island } from '#web/ui/island.tsx';
import { MessageScreen } from '#web/ui/message-screen.tsx';
import { Note } from '#web/ui/note.tsx';

/** What becomes of a donation, step by step; what a need does not take is what the form says beside it. */
function stepsOf(
  need: NeedToGiveTo | null,
  missing: number,
  { name: charity, vetsFirst }: SiteInfo,
): string[] {
  const where = need ? 'to this need and to no other' : 'to nominees';
  return [
    need
      ? `It stays untouched until our team allocates it to the need that you chose, “${need.name}”, which ${vetsFirst ? 'we vet first' : 'somebody on our team has looked into and accepted'}.`
      : vetsFirst
        ? 'It stays untouched until we have vetted a nominee for your cause.'
        : 'It stays untouched until somebody on our team has looked into a nomination for your cause and accepted it.',
    missing > 0
      ? `Our team allocates it ${where}, cent by cent. ${whyNotAll({ missingCents: missing, charity })}`
      : need
        ? `Our team allocates it ${where}, cent by cent.`
        : `Our team allocates 100% of it ${where}, cent by cent.`,
    ...(need
      ? [
          `What the need does not take becomes free for other needs of the same cause, ${need.cause.name}, by the rule in the form. We email you then.`,
        ]
      : []),
    'You follow it with a private link, and get by email the receipts, photos, and videos that we publish.',
  ];
}

interface DonatePageProps {
  causes: OpenCause[];
  /** Why the cause that a link leads to cannot be chosen; null if it can. */
  notOpen: string | null;
  form: FormState;
  need: NeedToGiveTo | null;
  isNeedGone: boolean;
  lastDonation: OwnDonation | null;
  /** What is missing to pay card costs. */
  missing: number;
  site: SiteInfo;
}

export function DonatePage({
  causes,
  notOpen,
  form,
  need,
  isNeedGone,
  lastDonation,
  missing,
  site,
}: DonatePageProps) {
  const { payments, isTrial, minDonation, maxDonation, presets } = site;
  const { cardCosts, boundDays, asksForAddress, giftAidFor, timeZone } = site;
  const bound = need?.why === null ? need : null;
  if (payments === 'none') return <DonationsClosed site={site} />;
  return (
    <FormPage
      title="Give a Donation"
      lead={`Your donation supports ${bound ? 'the need that you chose' : 'a nominee that matches the cause you choose'}. You may also volunteer your time, and we show you how the money was spent, with receipts.`}
      aside={{
        label: 'What your donation does',
        title: 'What your donation does',
        steps: stepsOf(bound, missing, site),
      }}
    >
      <div className="stack gap-8">
        {lastDonation && <LastDonation donation={lastDonation} bound={bound} />}
        {notOpen !== null && <Note>{notOpen}</Note>}
        {need && need.why !== null && <ClosedNeed need={need} why={need.why} />}
        {/* Whether it was ever there, nobody learns. */}
        {isNeedGone && (
          <Note>
            You cannot give to the need of this link alone, because it has no public page, or no
            longer one. What you give here can help any need of the cause that you choose.
          </Note>
        )}
        <Island
          name="donate-form"
          component={DonateForm}
          props={{
            causes: bound ? causes.filter(({ id }) => id === bound.cause.id) : causes,
            need: bound,
            site: {
              payments,
              isTrial,
              minDonation,
              maxDonation,
              presets,
              cardCosts,
              boundDays,
              asksForAddress,
              giftAidFor,
              timeZone,
            },
            state: form,
          }}
        />
        {/* A transfer is for a cause, and for no need alone. */}
        {site.takesBankTransfers && !bound && (
          <p>
            Would you rather transfer the money with your bank?{' '}
            <a href={paths.bankTransfer}>Donate by bank transfer</a>
          </p>
        )}
      </div>
    </FormPage>
  );
}

/** Says why nobody can give to a need alone anymore, and where a donation goes instead. */
function ClosedNeed({
  need: { id, name, cause },
  why,
}: {
  need: NeedToGiveTo;
  why: NonNullable<NeedToGiveTo['why']>;
}) {
  return (
    <Note>
      You cannot give to <a href={paths.need(id)}>{name}</a> alone, because {bindingEndWords[why]}.
      What you give here can help another need of its cause, {cause.name}.
    </Note>
  );
}

/** Tells a donor who has come back how the last donation stands, so that nobody pays twice by mistake. */
function LastDonation({
  donation: { amount, cause, need, state },
  bound,
}: {
  donation: OwnDonation;
  /** The need that the form is for. */
  bound: NeedToGiveTo | null;
}) {
  const isOfThisForm = (need?.id ?? null) === (bound?.id ?? null);
  const what = `${formatCents(amount)} ${need ? `for “${need.name}”` : `to ${cause.name}`}`;
  const sentences: Record<OwnDonation['state'], string> = {
    paid: `Your donation of ${what} is paid. This form starts another one.`,
    open: `You have started a donation of ${what}, and its payment is not confirmed yet. If you have paid already, please do not pay again: we email you as soon as it is confirmed.`,
    ended: `Your donation of ${what} was not completed, and nothing was charged.${isOfThisForm ? ' You can start it again here.' : ''}`,
  };
  return (
    <Note>
      {sentences[state]}
      {need && state === 'ended' && !isOfThisForm && (
        <>
          {' '}
          <a href={paths.giveToNeed(need.id)}>Give to this need again</a>
        </>
      )}
    </Note>
  );
}

/** On a copy of a site that takes no payments: whoever filled in the form could only fail. */
function DonationsClosed({ site }: Pick<DonatePageProps, 'site'>) {
  const isByTransfer = takesDonations(site);
  return (
    <MessageScreen
      title="Give a Donation"
      text={`This site takes no donations${isByTransfer ? ' by card' : ''} at the moment.`}
    >
      {isByTransfer && <ButtonLink href={paths.bankTransfer}>Donate by bank transfer</ButtonLink>}
      <ButtonLink href={paths.home}>Back to home page</ButtonLink>
    </MessageScreen>
  );
}

/** What a browser without script gets after the form: it must not be sent to another site by a form. */
export function PaymentReadyPage({
  url,
  amount,
  cover,
}: {
  url: string;
  amount: number;
  cover: number;
}) {
  return (
    <MessageScreen
      title="Continue to the payment page"
      text={
        cover > 0
          ? `You pay ${formatCents(amount + cover)}: your donation of ${formatCents(amount)}, and ${formatCents(cover)} that you add so that card costs are covered.`
          : 'Your donation is ready. The payment page opens by itself; if it does not, press the button.'
      }
    >
      <ButtonLink href={url} look="important" size="large">
        Continue to payment
      </ButtonLink>
    </MessageScreen>
  );
}
