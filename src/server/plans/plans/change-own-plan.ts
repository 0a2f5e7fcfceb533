import { sql } from 'kysely';
import type { CauseId, PlanId } from '#contract/ids.ts';
import { heldTime } from '#core/donors/donor-changes.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { type PlanParts, totalOf } from '#core/plans/plan-parts.ts';
import { isRaise, type PlanInterval } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { isNewAddressSql } from '#server/donors/donors/held-links.ts';
import { checkCover } from '#server/giving/donations/check-cover.ts';
import { changeAtProvider, type PlanServices } from '#server/plans/plans/change-at-provider.ts';
import { checkAmount } from '#server/plans/plans/plan-amounts.ts';
import { dayWithin, noonOf } from '#server/plans/plans/plan-days.ts';
import { withLink } from '#server/plans/plans/with-change-link.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { KnownPlan } from '#server/provider/payment-provider/provider.ts';
import { openCauseName } from '#server/vetting/causes/open-cause.ts';

/** The donor changes a plan with a link that is used up by it. */
export function changeOwnPlan(
  db: Db,
  { token, ...edit }: PlanEdit & { token: string },
  services: PlanServices,
): Promise<void> {
  return withLink(db, token, async (plan, user) => {
    const { causeId, interval, nextCharge } = edit;
    const parts = partsWanted(plan, edit, services.mailer);
    if (isRaise(plan, { ...plan, ...parts, ...(interval && { interval }) })) {
      await refuseAtNewAddress(db, plan.id);
    }
    // It may stay where it is, also if nobody else can choose that cause.
    if (causeId !== undefined && causeId !== plan.causeId) await openCauseName(db, causeId);
    const isRescheduled = nextCharge !== undefined || (interval ?? plan.interval) !== plan.interval;
    if (isRescheduled && plan.state !== 'active') {
      throw new AppError(
        'plan_not_active',
        'How often and when can be changed while your recurring donation is active.',
      );
    }
    const nextChargeAt =
      nextCharge !== undefined
        ? noonOf(dayWithin(nextCharge, services.mailer, 'nextCharge'), services.mailer)
        : // Another interval alone would be charged at once.
          isRescheduled
          ? plan.nextChargeAt
          : null;
    await changeAtProvider(
      db,
      plan,
      {
        ...(parts !== null && { parts }),
        ...(causeId !== undefined && { causeId }),
        ...(interval !== undefined && interval !== plan.interval && { interval }),
        ...(nextChargeAt !== null && { nextChargeAt }),
      },
      user,
      services,
    );
  });
}

/** What is changed of a plan, as somebody enters it: days are where the charity is. */
export interface PlanEdit {
  amount?: number | undefined;
  /** What is added for card costs, as the donor saw it. */
  cover?: number | undefined;
  causeId?: CauseId | undefined;
  interval?: PlanInterval | undefined;
  nextCharge?: string | undefined;
}

/** Nobody can have a card charged more by giving its donor another address: that has to be theirs for three days, whoever agreed. */
async function refuseAtNewAddress(db: Db, id: PlanId): Promise<void> {
  const { isNew } = await db
    .selectFrom('plans')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .select(isNewAddressSql(sql`now()`).as('isNew'))
    .where('plans.id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  throw new AppError(
    'address_too_new',
    `The email address of this recurring donation was changed in the last ${heldTime}. To protect you, it can be raised only once the address has been yours for ${heldTime}. Everything else can be changed.`,
  );
}

/**
 * What each payment is to consist of, or null if that stays. With another amount, what is added for card costs is computed
 * with the rate of today, and has to be what the donor saw: nobody pays a total that they have not seen.
 */
function partsWanted(
  plan: KnownPlan,
  { amount = plan.amountCents, cover }: PlanEdit,
  { config, settings }: Mailer,
): PlanParts | null {
  const isOther = amount !== plan.amountCents;
  if (isOther) checkAmount(amount, config.donation);
  if (!isOther && (cover ?? plan.coverCents) === plan.coverCents) return null;
  const { cardCosts } = settings.current();
  // Whoever adds card costs already may go on, also if the charity does not ask for it anymore.
  const isCoverOffered = cardCosts.isCoverOffered || plan.coverCents > 0;
  if (cover === undefined && plan.coverCents > 0) {
    const parts = { amountCents: amount, coverCents: coverFor(amount, cardCosts) };
    const text = `With card costs, each payment would be ${formatCents(totalOf(parts))}. Please confirm what is added for them`;
    throw new AppError('invalid_input', `${text}.`, { cover: text });
  }
  const coverCents = cover ?? 0;
  const limits = {
    maxCents: config.donation.maxCents,
    cardCosts: { ...cardCosts, isCoverOffered },
  };
  checkCover(amount, coverCents, limits);
  return { amountCents: amount, coverCents };
}
