import type { Impact } from '#contract/documents.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import { MoneyTable } from '#web/site/publishing/money/money-table.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface CardCostsSectionProps {
  cardCosts: Impact['cardCosts'];
  /** The name of the charity. */
  charity: string;
}

/** What payments by card and the bank cost so far, and who paid it; nothing as long as nothing was paid for it. */
export function CardCostsSection({ cardCosts, charity }: CardCostsSectionProps) {
  const { costs, covered, donated, toppedUp, missing } = cardCosts;
  if (costs === 0 && covered === 0 && donated === 0 && toppedUp === 0) return null;
  const left = covered + donated + toppedUp - costs;
  return (
    <ContentSection title="Card and bank costs">
      <p>
        {donated === 0
          ? 'A payment by card costs something, and so does a bank account. None of it is taken from donations, and it is no part of the figures above.'
          : 'A payment by card costs something, and so does a bank account. None of it is taken from donations to other causes. What was paid from donations for running costs is part of what was spent above. The rest is no part of the figures above.'}
      </p>
      <MoneyTable
        label="Card and bank costs, and who pays them"
        rows={[
          { name: 'Added by donors for them', cents: covered },
          ...(donated === 0
            ? []
            : [{ name: 'Paid from donations for running costs', cents: donated }]),
          { name: 'Put in by the charity', cents: toppedUp },
          ...(left > 0 ? [{ name: 'Less what is left for costs to come', cents: -left }] : []),
          ...(left < 0 ? [{ name: 'Not paid for yet', cents: -left }] : []),
        ]}
        total={{ name: 'Card and bank costs so far', cents: costs }}
      />
      {missing > 0 && <p>{whyNotAll({ missingCents: missing, charity })}</p>}
    </ContentSection>
  );
}
