import type { Impact, LatestProof } from '#contract/documents.ts';
import { type SiteInfo, takesDonations } from '#contract/site.ts';
import { formatDay } from '#core/platform/dates.ts';
import { paths } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';
import classes from '#web/site/home/latest-proofs.module.css';
import { NoPicture } from '#web/site/publishing/needs/no-picture.tsx';
import { Picture } from '#web/site/publishing/needs/picture.tsx';
import { picturedPages } from '#web/site/publishing/needs/receipt-copies.ts';
import { ReceiptPicture } from '#web/site/publishing/needs/receipt-picture.tsx';
import { EmptyState } from '#web/site/shared/empty-state.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';

interface LatestProofsProps {
  proofs: readonly LatestProof[];
  impact: Pick<Impact, 'given' | 'allocated' | 'spent'>;
  site: SiteInfo;
}

/** What was bought lately, and the newest receipt as everybody can open it. */
export function LatestProofs({ proofs, impact, site }: LatestProofsProps) {
  const [newest] = proofs;
  if (!newest) return <NoProofs impact={impact} site={site} />;
  return (
    <Container as="section" className={`stack gap-8 ${classes.section}`}>
      <h2>The latest proof</h2>
      <div className={`grid gap-10 ${classes.row}`}>
        <ul className="list stack gap-0">
          {proofs.map((proof) => (
            <ProofCard key={proof.id} proof={proof} />
          ))}
        </ul>
        <NewestReceipt proof={newest} />
      </div>
      <ButtonLink className="self-start" href={paths.impact} look="outline">
        See where the money goes
      </ButtonLink>
    </Container>
  );
}

function ProofCard({ proof: { need, amount, payee, purpose } }: { proof: LatestProof }) {
  return (
    <li className={`grid lined gap-6 gap-y-4 pad-y-6 ${classes.card}`}>
      {need.cover ? (
        <Picture className="photo cover" picture={need.cover} sizes="9rem" />
      ) : (
        <NoPicture className="photo cover" />
      )}
      <div>
        <p className={`display ${classes.amount}`}>
          <Money cents={amount} />
        </p>
        <h3 className={classes.name}>
          <a href={paths.need(need.id)}>{need.name}</a>
        </h3>
        <p className="soft">{`${payee}: ${purpose}`}</p>
      </div>
    </li>
  );
}

function NewestReceipt({ proof }: { proof: LatestProof }) {
  const { need, receipt, amount, payee, paidOn } = proof;
  const [firstPage] = picturedPages(receipt);
  if (!firstPage) return null;
  return (
    <figure className={classes.receipt}>
      <a href={paths.receipt(need.id, receipt.id)} data-receipt="">
        <ReceiptPicture
          className="picture"
          copies={firstPage}
          alternativeText={receipt.alternativeText}
          sizes="(min-width: 992px) 22rem, 94vw"
        />
        <span className={classes.open}>Open this receipt</span>
      </a>
      <figcaption>
        <Money cents={amount} />
        {` to ${payee} on ${formatDay(paidOn)}. Private details, if there are any, are blacked out.`}
      </figcaption>
    </figure>
  );
}

/** The first state of a new charity: what will be here, and what brings it here. */
function NoProofs({
  impact: { given, allocated, spent },
  site,
}: Omit<LatestProofsProps, 'proofs'>) {
  const hasDonations = given > 0;
  const now = !hasDonations
    ? 'We have just begun.'
    : allocated + spent > 0
      ? 'The first donations are here, and our team has begun to allocate them.'
      : 'The first donations are here, and wait for a need that our team allocates them to.';
  return (
    <Container as="section" className={`stack gap-8 ${classes.section}`}>
      <h2>The proof will be here</h2>
      <EmptyState
        text={`${now} Once something has been bought and its receipt is public, it appears here, for everybody to open.`}
      >
        {takesDonations(site) && (
          <ButtonLink href={paths.donate}>
            {hasDonations ? 'Give a donation' : 'Be the first to give'}
          </ButtonLink>
        )}
      </EmptyState>
    </Container>
  );
}
