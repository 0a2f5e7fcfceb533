import { z } from 'zod';
import { type PlanParts, partsOfTotal, totalOf } from '#core/plans/plan-parts.ts';

/*
 * How metadata at Stripe tell what of a price was added for card costs. A price at Stripe is one number: what of it is
 * the donation and what was added for card costs is in the metadata of the subscription, which each invoice keeps as
 * they are when it becomes final. By then it has been a draft for an hour, with the price of before: what was changed
 * meanwhile is in the metadata and not in the amount. So the metadata name earlier parts, too, and those count that
 * come to the amount.
 */
const keptParts = 10;
const cents = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const partsText = z.string().regex(/^\d{1,15}\+\d{1,15}$/);
const named = z.object({
  amountCents: cents,
  coverCents: cents.default(0),
  earlierParts: z.string().default(''),
});

/** What metadata say of the parts of a payment, the present ones first; none if they say nothing. */
function knownParts(metadata: unknown): PlanParts[] {
  const read = named.safeParse(metadata).data;
  if (!read) return [];
  const earlier = read.earlierParts.split(',').filter((text) => partsText.safeParse(text).success);
  return [
    { amountCents: read.amountCents, coverCents: read.coverCents },
    ...earlier.map((text) => {
      const [amountCents = 0, coverCents = 0] = text.split('+').map(Number);
      return { amountCents, coverCents };
    }),
  ];
}

/** The metadata of a subscription with these parts, which had others. */
export function partsMetadata(parts: PlanParts, before?: { metadata: unknown; parts: PlanParts }) {
  const earlier = before ? [before.parts, ...knownParts(before.metadata)] : [];
  const seen = new Set([totalOf(parts)]);
  const kept = earlier.filter((each) => !seen.has(totalOf(each)) && seen.add(totalOf(each)));
  return {
    amountCents: String(parts.amountCents),
    coverCents: String(parts.coverCents),
    earlierParts: kept
      .slice(0, keptParts)
      .map(({ amountCents, coverCents }) => `${amountCents}+${coverCents}`)
      .join(','),
  };
}

/**
 * What an invoice of this amount consists of. If none of the parts that are known come to it, somebody has set a price at
 * Stripe itself: all of it is the donation.
 */
export function partsOfInvoice(metadata: unknown, totalCents: number): PlanParts {
  return partsOfTotal(totalCents, knownParts(metadata)) ?? withNothingAdded(totalCents);
}

/** What the next payment consists of. A price that somebody has set at Stripe itself has nothing added. */
export function partsOfPrice(metadata: unknown, totalCents: number): PlanParts {
  const [present] = knownParts(metadata);
  return present && totalOf(present) === totalCents ? present : withNothingAdded(totalCents);
}

function withNothingAdded(totalCents: number): PlanParts {
  return { amountCents: totalCents, coverCents: 0 };
}
