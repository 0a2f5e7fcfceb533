import { planPagePath } from '#contract/pages.ts';
import {
  type PlanServices,
  patience,
  throwRefusal,
} from '#server/plans/plans/change-at-provider.ts';
import { findPlanLink } from '#server/plans/plans/plan-links.ts';
import { withLink } from '#server/plans/plans/with-change-link.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** The address of a page on which the donor enters another card. */
export async function openCardPage(
  db: Db,
  token: string,
  { payments, mailer }: PlanServices,
): Promise<string> {
  const returnUrl = `${mailer.config.publicUrl}${planPagePath}?card=changed`;
  let url = '';
  await withLink(db, token, async (plan) => {
    url = await payments
      .openCardPage(plan, returnUrl, AbortSignal.timeout(patience))
      .catch(throwRefusal);
  });
  return url;
}

/** The address of a page on which the donor confirms an overdue payment. */
export async function openPaymentPage(
  db: Db,
  token: string,
  { payments }: PlanServices,
): Promise<string> {
  const { planId } = await findPlanLink(db, token);
  const { failingInvoiceId } = await db
    .selectFrom('plans')
    .select('failingInvoiceId')
    .where('id', '=', planId)
    .executeTakeFirstOrThrow();
  const url =
    failingInvoiceId === null
      ? null
      : await payments
          .openPaymentPage(failingInvoiceId, AbortSignal.timeout(patience))
          .catch(throwRefusal);
  if (url !== null) return url;
  throw new AppError('nothing_left', 'There is no payment to confirm anymore.');
}

/**
 * The donor says whether a plan is anonymous. What was given so far becomes anonymous with it, and never the other way:
 * somebody may have chosen it for one donation.
 */
export function setPlanAnonymity(
  db: Db,
  { token, isAnonymous }: { token: string; isAnonymous: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { planId } = await findPlanLink(trx, token);
    await trx.updateTable('plans').set({ isAnonymous }).where('id', '=', planId).execute();
    if (!isAnonymous) return;
    await trx
      .updateTable('donations')
      .set({ isAnonymous })
      .where('planId', '=', planId)
      .where('isAnonymous', '=', false)
      .execute();
  });
}
