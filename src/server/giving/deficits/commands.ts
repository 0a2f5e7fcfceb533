import { sql } from 'kysely';
import { donationPath } from '#contract/admin-pages.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { deficitAdvice, deficitParts } from '#core/ledger/deficits.ts';
import { formatCents } from '#core/platform/money.ts';
import {
  type Alert,
  raiseAlert,
  rewordAlert,
  settleAlert,
} from '#server/platform/alerting/raise-alert.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/**
 * Reports the deficit of a donation whose money was returned to the donor although it was allocated. Callers that
 * return money of a donation, or undo a return, call this afterwards.
 */
export async function reportDeficit(
  trx: Trx,
  donationId: DonationId,
  mailer: Mailer,
): Promise<void> {
  const deficit = await deficitOf(trx, donationId);
  // A new one, because the team has to hear of it.
  await settleAlert(trx, alertKey(donationId));
  if (deficit.deficitCents > 0) await raiseAlert(trx, alertAbout(donationId, deficit), mailer);
}

/**
 * Settles the alert once there is no deficit, and tells what is left until then. Callers that release or spend money
 * of the donation call this afterwards.
 */
export async function updateDeficit(trx: Trx, donationId: DonationId): Promise<void> {
  const deficit = await deficitOf(trx, donationId);
  if (deficit.deficitCents === 0) await settleAlert(trx, alertKey(donationId));
  else await rewordAlert(trx, alertAbout(donationId, deficit));
}

/** {@link updateDeficit} for all donations of a need, whose money was spent or is unspent again. */
export async function updateDeficitsOf(trx: Trx, nominationId: NominationId): Promise<void> {
  const donations = await trx
    .selectFrom('donations')
    .select('id')
    .where('deficitCents', '>', 0)
    .where('id', 'in', (row) =>
      row
        .selectFrom('allocations')
        .select('donationId')
        .where('nominationId', '=', nominationId)
        .where('amountCents', '>', 0),
    )
    .execute();
  for (const { id } of donations) await updateDeficit(trx, id);
}

function deficitOf(trx: Trx, donationId: DonationId) {
  return trx
    .selectFrom('donations')
    .select((row) => [
      'deficitCents',
      'allocatedCents',
      row
        .selectFrom('allocations')
        .select(sql<number>`coalesce(sum(spent_cents), 0)::bigint`.as('cents'))
        .whereRef('allocations.donationId', '=', 'donations.id')
        .$asScalar()
        .$notNull()
        .as('spentCents'),
    ])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
}

function alertKey(donationId: DonationId): string {
  return `deficit:${donationId}`;
}

function alertAbout(donationId: DonationId, deficit: Awaited<ReturnType<typeof deficitOf>>): Alert {
  return {
    key: alertKey(donationId),
    title: `${formatCents(deficit.deficitCents)} is missing from a donation`,
    message: deficitAdvice(deficitParts(deficit)),
    path: donationPath(donationId),
  };
}
