import type { Impact } from '#contract/documents.ts';
import { whyNotAll } from '#core/promise.ts';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface CardCostsSectionProps {
  cardCosts: Impact['cardCosts'];
  /** The name of the charity. */
  charity: string;
}

/** What payments by card and the bank cost so far, and who paid it; nothing as long as nothing was paid for it. */
export function CardCostsSection({ cardCosts, charity }: CardCostsSectionProps) {
  const { costs, covered, toppedUp, missing } = cardCosts;
  if (costs === 0 && covered === 0 && toppedUp === 0) return null;
  const paidByCharity = costs - covered;
  return (
    <ContentSection title="Card and bank costs">
      <p>
        A payment by card costs something, and so does a bank account. None of it is taken from
        donations, and it is no part of the figures above.
      </p>
      <MoneyTable
        label="Card and bank costs, and who pays them"
        rows={[
          { name: 'Added by donors for them', cents: covered },
          paidByCharity >= 0
            ? { name: 'Paid by the charity', cents: paidByCharity }
            : { name: 'Added by donors, for costs to come', cents: paidByCharity },
        ]}
        total={{ name: 'Card and bank costs so far', cents: costs }}
      />
      {missing > 0 && <p>{whyNotAll({ missingCents: missing, charity })}</p>}
    </ContentSection>
  );
}
