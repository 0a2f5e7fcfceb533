import type { DonationPage as Donation } from '#contract/publishing/donation-page.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import { formatCents } from '#core/platform/money.ts';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface DonationCostsSectionProps {
  donation: Donation;
  /** The name of the charity. */
  charity: string;
}

/** What the payment of a donation cost, and who paid it; nothing for a payment without costs. */
export function DonationCostsSection({ donation, charity }: DonationCostsSectionProps) {
  const { amount, cover, coverLeft, costs, isTest, missing } = donation;
  if (cover === 0 && (costs === null || costs <= 0)) return null;
  const known = costs ?? 0;
  const byDonor = Math.min(coverLeft, known);
  const wentBack = cover - coverLeft;
  const extra = coverLeft - byDonor;
  return (
    <ContentSection title="What the payment cost">
      {cover > 0 && (
        <p>
          {`You paid ${formatCents(amount + cover)}: your donation of ${formatCents(amount)}, and ${formatCents(cover)} that you added for card costs.`}
          {wentBack > 0 && ` Of what you added, ${formatCents(wentBack)} went back to you.`}
        </p>
      )}
      {costs === null && isTest && (
        <p>It was a test payment, of which no payment provider takes anything.</p>
      )}
      {costs === null && !isTest && (
        <p>
          The payment provider has not told us yet what it took. As soon as it does, this page shows
          it, to the cent.
        </p>
      )}
      {costs !== null && (
        <MoneyTable
          label="Who paid for the payment"
          rows={[
            ...(cover > 0 ? [{ name: 'Paid by you', cents: byDonor }] : []),
            { name: `Paid by ${charity}`, cents: known - byDonor },
          ]}
          total={{ name: 'Taken by the payment provider', cents: known }}
        />
      )}
      {costs !== null && extra > 0 && (
        <p>
          {`You added ${formatCents(extra)} more than the payment cost. It pays card costs of other donations, and nothing else.`}
        </p>
      )}
      <p className="soft">None of this is taken from your donation.</p>
      {missing > 0 && <p>{whyNotAll({ missingCents: missing, charity })}</p>}
    </ContentSection>
  );
}
