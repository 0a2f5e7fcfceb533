import type { SiteInfo } from '#contract/site.ts';
import { coverFor, describeRate, estimatedFee } from '#core/ledger/card-costs.ts';
import { formatCents } from '#core/platform/money.ts';
import { CheckboxField } from '#web/site/shared/fields.tsx';

interface CardCostsFieldProps extends Pick<SiteInfo, 'cardCosts' | 'isTrial'> {
  /** What is typed as the donation; undefined if it is no amount. */
  amount: number | undefined;
  /** With it, each payment of a recurring donation is meant. */
  isRecurring: boolean;
  onChange: () => void;
}

/**
 * What the payment is estimated to cost, and, where the charity asks for it, a box to add it. Never checked for anybody.
 */
export function CardCostsField({
  amount,
  cardCosts,
  isRecurring,
  isTrial,
  onChange,
}: CardCostsFieldProps) {
  if (cardCosts.basisPoints === 0 && cardCosts.fixedCents === 0) return null;
  const fee = amount ? formatCents(estimatedFee(amount, cardCosts)) : null;
  const rate = describeRate(cardCosts);
  const would = isTrial
    ? 'A payment with real money would cost'
    : isRecurring
      ? 'Each payment costs'
      : 'This payment costs';
  return (
    <div className="stack gap-2">
      {cardCosts.isCoverOffered && (
        <CheckboxField
          name="cover"
          label={
            amount
              ? `Add ${formatCents(coverFor(amount, cardCosts))} ${isRecurring ? 'to each payment ' : ''}so that card costs are covered`
              : `Add what covers card costs (${rate} of what you pay)`
          }
          onChange={onChange}
        />
      )}
      <p className="soft small">
        {fee === null
          ? `${would} an estimated ${rate}. The kind of card decides. None of it is taken from your donation.`
          : `${would} an estimated ${fee} (${rate}). The kind of card decides. None of it is taken from your donation.`}
      </p>
    </div>
  );
}
