import { sql } from 'kysely';
import type { DonorId, GiftAidClaimId, GiftAidDeclarationId } from '#contract/ids.ts';
import type { GiftAidDeclaration } from '#contract/receipts/gift-aid.ts';
import { formatDay, isoDayOf } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { type GiftAidPerson, giftAidYearsKept } from '#core/receipts/gift-aid.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { assertGiftAidIsOn, storeDeclaration } from '#server/receipts/gift-aid/declare.ts';
import { dueLines, getDeclaration } from '#server/receipts/gift-aid/queries.ts';

type Said = GiftAidPerson & { address: string };

/** Records what a donor declared by word or on paper. 404 for an unknown donor. */
export function recordDeclaration(
  db: Db,
  actor: TeamMember,
  { id, ...said }: Said & { id: DonorId; made: 'oral' | 'paper'; declaredOn: string },
  settings: SettingsStore,
): Promise<GiftAidDeclaration> {
  demandRight(actor, 'money.write');
  const { receipts, timeZone } = settings.current();
  assertGiftAidIsOn(receipts);
  assertPast(said.declaredOn, timeZone, 'declaredOn');
  return db.transaction().execute(async (trx) => {
    await lockDonor(trx, id);
    const declarationId = await storeDeclaration(
      trx,
      { ...said, scope: 'all', recordedBy: userActor(actor), donorId: id, checkoutId: null },
      receipts,
    );
    await auditAction(trx, actor, 'gift_aid.declared', id);
    return getDeclaration(trx, declarationId);
  });
}

/** What a donor declares on their page, about all of their donations. It takes the place of those of before. */
export function declareAll(
  db: Db,
  donorId: DonorId,
  said: Said,
  settings: SettingsStore,
): Promise<void> {
  const { receipts, timeZone } = settings.current();
  assertGiftAidIsOn(receipts);
  const declaredOn = isoDayOf(new Date(), timeZone);
  return db.transaction().execute(async (trx) => {
    await lockDonor(trx, donorId);
    await storeDeclaration(
      trx,
      {
        ...said,
        scope: 'all',
        made: 'page',
        recordedBy: 'donor',
        declaredOn,
        donorId,
        checkoutId: null,
      },
      receipts,
    );
  });
}

/**
 * Ends a declaration from a day on, and with one about all donations every other such one: an older one would cover them
 * again. Both the donor and the team may. 409 if it has ended.
 */
export async function withdrawDeclaration(
  db: Db,
  by: TeamMember | { donorId: DonorId },
  { id, withdrawnOn }: { id: GiftAidDeclarationId; withdrawnOn?: string },
  settings: SettingsStore,
): Promise<void> {
  const { timeZone } = settings.current();
  const isTeam = 'allowed' in by;
  if (isTeam) demandRight(by, 'money.write');
  if (withdrawnOn !== undefined) assertPast(withdrawnOn, timeZone, 'withdrawnOn');
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('giftAidDeclarations')
      .select(['donorId', 'coversOthers', 'withdrawnOn'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const isOwn = isTeam || found?.donorId === by.donorId;
    if (!found?.donorId || !isOwn) throw notFound('declaration');
    if (found.withdrawnOn !== null) {
      throw new AppError(
        'gift_aid_withdrawn',
        `This declaration was withdrawn as of ${formatDay(found.withdrawnOn)}.`,
      );
    }
    await trx
      .updateTable('giftAidDeclarations')
      .set({
        withdrawnOn: withdrawnOn ?? isoDayOf(new Date(), timeZone),
        withdrawnBy: isTeam ? userActor(by) : 'donor',
      })
      .where('donorId', '=', found.donorId)
      .where('withdrawnOn', 'is', null)
      .where((row) =>
        found.coversOthers
          ? row.or([row('id', '=', id), row('coversOthers', '=', true)])
          : row('id', '=', id),
      )
      .execute();
    if (isTeam) await auditAction(trx, by, 'gift_aid.withdrawn', found.donorId);
  });
}

interface Claim {
  claimedOn: string;
  reference: string;
  /** As somebody saw them. */
  expectedLines: number;
  expectedTotal: number;
}

/** Marks everything that is due as claimed. 409 if it is something else than what was expected. */
export function markClaimed(
  db: Db,
  actor: TeamMember,
  input: Claim,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<{ id: GiftAidClaimId }> {
  demandRight(actor, 'money.write');
  const { receipts, timeZone } = settings.current();
  assertGiftAidIsOn(receipts);
  assertPast(input.claimedOn, timeZone, 'claimedOn');
  const scope = `claim gift aid ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    // One at a time: what is due must not be claimed twice.
    await sql`select pg_advisory_xact_lock(hashtextextended('gift aid claims', 0))`.execute(trx);
    const lines = await dueLines(trx, timeZone);
    const total = lines.reduce((sum, { cents }) => sum + cents, 0);
    if (lines.length !== input.expectedLines || total !== input.expectedTotal) {
      throw new AppError(
        'gift_aid_changed',
        `Something has changed: ${formatCents(total)} in ${lines.length} lines is due now. Please export the schedule again before you claim.`,
      );
    }
    const id = newId<GiftAidClaimId>();
    const { claimedOn, reference } = input;
    await trx
      .insertInto('giftAidClaims')
      .values({ id, claimedOn, reference, claimedBy: actor.id })
      .execute();
    for (let start = 0; start < lines.length; start += 5_000) {
      await trx
        .insertInto('giftAidClaimLines')
        .values(
          lines.slice(start, start + 5_000).map(({ id: donationId, declarationId, cents }) => ({
            claimId: id,
            donationId,
            declarationId,
            amountCents: cents,
          })),
        )
        .execute();
    }
    await auditAction(trx, actor, 'gift_aid.claimed', id, {
      donations: lines.length,
      amount: total,
    });
    return { id };
  });
}

/**
 * Undoes the mark of a claim: its donations are due again, unless their donors were erased. Their declarations were kept for
 * the claim alone, so they leave with it.
 */
export async function undoClaim(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: GiftAidClaimId; reason: string },
): Promise<void> {
  demandRight(actor, 'money.write');
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('giftAidClaims')
      .select('undoneAt')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('claim'));
    if (found.undoneAt !== null) {
      throw new AppError('gift_aid_undone', 'This claim was undone before.');
    }
    await trx
      .updateTable('giftAidClaims')
      .set({ undoneAt: sql<string>`now()`, undoneReason: reason })
      .where('id', '=', id)
      .execute();
    await eraseOldDeclarations(trx);
    await auditAction(trx, actor, 'gift_aid.claim_undone', id);
  });
}

/**
 * Removes who declared from declarations of donors who were erased, once no claim of the last six years relies on them:
 * until then, the tax office may ask for them.
 */
export async function eraseOldDeclarations(db: Db): Promise<void> {
  await sql`
    update gift_aid_declarations
    set title = '', first_name = 'Erased', last_name = 'donor', house = '-', address = '', postcode = ''
    from donors
    where donors.id = donor_id and donors.erased_at is not null and house <> '-'
      and not gift_aid_needed(gift_aid_declarations.id, ${giftAidYearsKept}::int)`.execute(db);
}

async function lockDonor(trx: Trx, id: DonorId): Promise<void> {
  await trx
    .selectFrom('donors')
    .select('id')
    .where('id', '=', id)
    .where('joinedInto', 'is', null)
    .where('erasedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound('donor'));
}

function assertPast(day: string, timeZone: string, field: string): void {
  if (day <= isoDayOf(new Date(), timeZone) && day >= '2000-04-06') return;
  throw new AppError('invalid_input', 'Please check the day: it is not in the past.', {
    [field]: 'Must be today or earlier',
  });
}
