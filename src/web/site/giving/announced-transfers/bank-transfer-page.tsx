import type { AnnouncedTransfer, FormState, OpenCause } from '#contract/documents.ts';
import type { SiteInfo } from '#contract/site.ts';
import { formatCents } from '#core/platform/money.ts';
import { paths } from '#web/client/paths.ts';
import BankTransferForm from '#web/site/giving/announced-transfers/bank-transfer-form.island.tsx';
import classes from '#web/site/giving/announced-transfers/bank-transfer-page.module.css';
import { ButtonLink } from '#web/ui/button.tsx';
import { Island } from '#web/ui/island.tsx';
import { MessageScreen } from '#web/ui/message-screen.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Note } from '#web/ui/note.tsx';

interface BankTransferPageProps {
  causes: OpenCause[];
  form: FormState;
  /** Where to, in lines; null if the charity does not offer it. */
  details: string | null;
  /** The transfer that was announced, once the form was sent. */
  transfer: AnnouncedTransfer | null;
  site: SiteInfo;
}

/** The form that announces a bank transfer, and where to transfer it to. */
export function BankTransferPage({ causes, form, details, transfer, site }: BankTransferPageProps) {
  if (details === null) return <NotOffered />;
  const { minDonation, maxDonation, presets } = site;
  if (transfer !== null) return <Instructions details={details} transfer={transfer} site={site} />;
  return (
    <NarrowPage
      title="Donate by Bank Transfer"
      lead="Tell us which cause you give to. You get a reference to write into the transfer, so that we know which donation is yours and can show you where every cent of it goes."
    >
      <p>
        Would you rather pay by card? <a href={paths.donate}>Give a donation</a>
      </p>
      <Island
        name="bank-transfer-form"
        component={BankTransferForm}
        props={{ causes, site: { minDonation, maxDonation, presets }, state: form }}
      />
    </NarrowPage>
  );
}

interface InstructionsProps {
  details: string;
  transfer: AnnouncedTransfer;
  site: SiteInfo;
}

function Instructions({ details, transfer, site }: InstructionsProps) {
  return (
    <NarrowPage
      title="Your Bank Transfer"
      lead={
        site.isTrial
          ? 'Nothing is donated: this site is a trial.'
          : 'Nothing is donated yet: please transfer the money with your bank, and write the reference into the transfer.'
      }
    >
      {site.isTrial && <Note>This site is a trial. Please do not transfer any money.</Note>}
      <dl className={`card grid gap-1 above-8 below-8 ${classes.transfer}`}>
        {!site.isTrial && (
          <>
            <dt className="soft">Transfer to</dt>
            <dd className="as-typed">{details}</dd>
          </>
        )}
        <dt className="soft">Reference</dt>
        <dd className={classes.reference}>{transfer.reference}</dd>
        <dt className="soft">Amount</dt>
        <dd className="numbers">{formatCents(transfer.amount)}</dd>
        <dt className="soft">Cause</dt>
        <dd>{transfer.causeName}</dd>
      </dl>
      <p>
        We email you these details, too, unless your address has had several such emails today. Once
        the money is with us and our team has seen it, we thank you by email, with a link that shows
        where every cent of it is. A recurring transfer can use the same reference every time.
      </p>
      <p>
        <ButtonLink href={paths.home}>Back to home page</ButtonLink>
      </p>
    </NarrowPage>
  );
}

function NotOffered() {
  return (
    <MessageScreen title="Donate by Bank Transfer" text="We take no bank transfers at the moment.">
      <ButtonLink href={paths.donate}>Give a donation</ButtonLink>
    </MessageScreen>
  );
}
