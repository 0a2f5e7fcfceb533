import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DonationId, NominationId } from '#contract/ids.ts';
import { boundNeedSql } from '#server/giving/bound-donations/queries.ts';
import { lockChains } from '#server/ledger/lock-chains.ts';
import { lockDonation } from '#server/ledger/lock-donation.ts';
import { requestedRefundsSql } from '#server/ledger/requested-refunds.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import { isAllowedSql } from '#server/vetting/consents/gate.ts';

/**
 * Locks the nomination, and reads it and the donation with its requested refunds. The caller has locked the donation in
 * a statement before, so none of that changes while this one waits for the nomination.
 */
export async function lockNomination(trx: Trx, id: NominationId, donationId: DonationId) {
  const { donation, ...nomination } = await trx
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select([
      'nominations.id',
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.allocatedCents',
      'nominations.goalCents',
      'nominations.causeId',
      'causes.name as causeName',
      'nominations.consentSaid',
      isAllowedSql.as('isAllowed'),
    ])
    .select((row) =>
      row
        .selectFrom('donations')
        .innerJoin('causes', 'causes.id', 'donations.causeId')
        .select((of) =>
          jsonBuildObject({
            amountCents: of.ref('donations.amountCents'),
            returnedCents: of.ref('donations.returnedCents'),
            allocatedCents: of.ref('donations.allocatedCents'),
            spentBeforeCents: of.ref('donations.spentBeforeCents'),
            causeId: of.ref('donations.causeId'),
            causeName: of.ref('causes.name'),
            requestedCents: requestedRefundsSql,
            boundTo: boundNeedSql,
          }).as('read'),
        )
        .where('donations.id', '=', donationId)
        .$asScalar()
        .$notNull()
        .as('donation'),
    )
    .where('nominations.id', '=', id)
    .forNoKeyUpdate('nominations')
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return { donation, nomination };
}

/**
 * Locks several donations, the ones with the smaller ids first, then the nomination, then the donations' chains: so two
 * calls cannot deadlock, in whatever order they write entries and change balances afterwards.
 */
export async function lockAll(
  trx: Trx,
  nominationId: NominationId,
  donationIds: DonationId[],
): Promise<void> {
  for (const id of [...new Set(donationIds)].sort()) await lockDonation(trx, id);
  await trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', nominationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  await lockChains(trx, donationIds);
}
