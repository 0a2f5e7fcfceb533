import { sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import type { DonorServices } from '#server/donors/donors/carry-over.ts';
import { type Change, selectChange } from '#server/donors/donors/changes-to-take-back.ts';
import { forgetPutBack } from '#server/donors/donors/forget-put-back.ts';
import { keysOfJoined } from '#server/donors/donors/join-donors.ts';
import { lockDonor } from '#server/donors/donors/lock-donors.ts';
import { isOtherAddress } from '#server/donors/donors/record-change.ts';
import { deleteLinksSince, setAddressChangedAt } from '#server/donors/donors/restore-address.ts';
import {
  givenSince,
  reassignGiven,
  setLastDonationAt,
  splitOff,
} from '#server/donors/donors/split-off.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';

/*
 * Taking back puts everything where it was by the keys that were kept, whatever has happened since. What was given meanwhile
 * goes with the address that it was given with, and a payment of a recurring donation with that: or else somebody could give
 * a record another person's address, wait until they give, and take it back with their donation.
 */

export async function undoChange(
  trx: Trx,
  change: Change,
  actor: string,
  services: DonorServices,
): Promise<Return> {
  const undone = await (change.otherId === null
    ? undoCorrection(trx, change, actor, services)
    : undoJoin(trx, { ...change, otherId: change.otherId }, actor, services));
  const { subscription } = change.kept;
  if (subscription !== null && undone.from !== null && change.email !== null) {
    const addresses = { from: change.email, to: undone.from };
    await services.carrySubscriptionBack(trx, addresses, subscription);
  }
  await trx
    .updateTable('donorChanges')
    .set({ takenBackAt: sql<string>`now()` })
    .where('id', '=', change.id)
    .execute();
  await recordAudit(trx, {
    actor,
    action: 'donor.change_taken_back',
    subjectId: change.donorId,
    ...(change.otherId !== null && { after: { donor: change.otherId } }),
  });
  const hasCounted = !change.hasNeverCounted && isOtherAddress(undone.from, change.email);
  return { counted: hasCounted ? undone.from : null, address: change.email };
}

interface Return {
  /** The address that loses mail, if it counted as the donor's own; null if it did not yet. */
  counted: string | null;
  /** The one that gets the mail again. */
  address: string | null;
}

/** Returns the address that the donor had until now. */
async function undoCorrection(
  trx: Trx,
  change: Change,
  actor: string,
  services: DonorServices,
): Promise<{ from: string | null }> {
  const { donorId: id, kept, createdAt } = change;
  const now = await lockDonor(trx, id);
  const from = now.email;
  const { firstName, lastName, email } = readable(change);
  await makeRoom(trx, { id, email }, actor, services);
  await trx
    .updateTable('donors')
    .set({ firstName, lastName, email, formerly: without(now.formerly, kept.lines) })
    .where('id', '=', id)
    .execute();
  if (from?.toLowerCase() === email?.toLowerCase()) return { from };
  // An address that has counted meanwhile is left as if by a correction: what is theirs again has had it since now.
  if (change.hasNeverCounted) await setAddressChangedAt(trx, id, kept.addressChangedAt);
  if (from !== null) {
    await trx.deleteFrom('donorLinks').where('email', '=', from.toLowerCase()).execute();
    await splitOff(trx, id, from, createdAt);
  }
  await deleteLinksSince(trx, id, createdAt);
  return { from };
}

/** Returns the address that mail about the joined record went to until now. */
async function undoJoin(
  trx: Trx,
  change: Change & { otherId: DonorId },
  actor: string,
  services: DonorServices,
): Promise<{ from: string | null }> {
  const { otherId } = change;
  const { join, lines } = change.kept;
  if (join === null) throw notFound('join');
  // The record that stayed may have been joined into another one since then.
  const { id: rootId } = await trx
    .selectFrom('donors')
    .select(sql<DonorId>`coalesce(joined_into, id)`.as('id'))
    .where('id', '=', change.donorId)
    .executeTakeFirstOrThrow();
  const root = await lockDonor(trx, rootId);
  const { email } = readable(change);
  for (const [table, key] of Object.entries(keysOfJoined)) {
    await sql`update ${sql.table(table)} set donor_id = ${otherId}
      where donor_id = ${rootId} and ${sql.ref(key)}::text = any(${join.rows[table] ?? []})`.execute(
      trx,
    );
  }
  const plans = join.rows.plans ?? [];
  const since = change.createdAt;
  // Records that had been joined into it have addresses of their own.
  const others = await trx
    .selectFrom('donors')
    .select('email')
    .where(sql<boolean>`id = any(${join.records}::uuid[])`)
    .execute();
  const emails = [email, ...others.map((one) => one.email)];
  await reassignGiven(trx, await givenSince(trx, { id: rootId, emails, since, plans }), otherId);
  await forgetPutBack(trx, change, join);
  const { stayed } = join;
  const isAsItWas = rootId === change.donorId;
  // It may have taken the address of the other one along, or later.
  const givesAddress = isAsItWas && root.email?.toLowerCase() === email?.toLowerCase();
  await trx
    .updateTable('donors')
    .set({
      formerly: without(root.formerly, lines),
      ...(isAsItWas && {
        ...(stayed.postalAddress === '' && { postalAddress: '' }),
        ...(givesAddress && { email: stayed.email }),
      }),
    })
    .where('id', '=', rootId)
    .execute();
  if (isAsItWas) {
    await sql`update donors set created_at = ${stayed.createdAt} where id = ${rootId}`.execute(trx);
  }
  await trx
    .updateTable('donors')
    .set({ joinedInto: otherId })
    .where(sql<boolean>`id = any(${join.records}::uuid[])`)
    .where('id', '<>', otherId)
    .where('joinedInto', '=', rootId)
    .execute();
  await makeRoom(trx, { id: otherId, email, stayedId: rootId }, actor, services);
  await trx
    .updateTable('donors')
    .set({ joinedInto: null, formerly: join.formerly, email })
    .where('id', '=', otherId)
    .execute();
  await setLastDonationAt(trx, [rootId, otherId]);
  const hasCounted = !change.hasNeverCounted && isOtherAddress(root.email, email);
  await setAddressChangedAt(
    trx,
    otherId,
    hasCounted ? new Date().toISOString() : change.kept.addressChangedAt,
  );
  if (givesAddress || (isAsItWas && root.addressChangedAt === since)) {
    await setAddressChangedAt(trx, rootId, stayed.addressChangedAt);
  }
  await deleteLinksSince(trx, otherId, since);
  return { from: root.email };
}

/**
 * Lets a donor have an address again that another record has by now. If that got it by a correction, that is taken back first.
 * Whoever gave with it meanwhile is the same donor, as each address has one: the records become one.
 */
async function makeRoom(
  trx: Trx,
  { id, email, stayedId }: { id: DonorId; email: string | null; stayedId?: DonorId },
  actor: string,
  services: DonorServices,
): Promise<void> {
  const findOther = () =>
    trx
      .selectFrom('donors')
      .select(['id', 'joinedInto'])
      .where(sql`lower(email)`, '=', email?.toLowerCase() ?? null)
      .where('id', '<>', id)
      .executeTakeFirst();
  const found = await findOther();
  if (found?.joinedInto === null) {
    const corrections = await selectChange(trx)
      .where('donorId', '=', found.id)
      .where('kind', '=', 'correction')
      .where('takenBackAt', 'is', null)
      .orderBy('id', 'desc')
      .execute();
    for (const each of corrections) await undoChange(trx, each, actor, services);
  }
  const other = await findOther();
  // Of a record that was joined into a third one, nobody knows whose it is, and one that took the address along is somebody
  // else's: it stays taken.
  if (!other || other.id === stayedId || (other.joinedInto !== null && other.joinedInto !== id))
    return;
  await trx.updateTable('donors').set({ email: null }).where('id', '=', other.id).execute();
  if (other.joinedInto !== null) return;
  for (const table of Object.keys(keysOfJoined)) {
    await sql`update ${sql.table(table)} set donor_id = ${id} where donor_id = ${other.id}`.execute(
      trx,
    );
  }
  await trx
    .updateTable('donors')
    .set({ joinedInto: id })
    .where((row) => row.or([row('id', '=', other.id), row('joinedInto', '=', other.id)]))
    .execute();
  await setLastDonationAt(trx, [id]);
  await recordAudit(trx, {
    actor,
    action: 'donor.joined',
    subjectId: id,
    after: { donor: other.id },
  });
}

/** The person of a change. 409 if an erasure has taken something of it. */
function readable({ firstName, lastName, email }: Change) {
  if (email === null || email.includes('@')) return { firstName, lastName, email };
  throw new AppError(
    'donor_erased',
    'The former address was erased, so this cannot be taken back anymore.',
  );
}

function without(formerly: string, lines: string[]): string {
  return formerly
    .split('\n')
    .filter((line) => !lines.includes(line))
    .join('\n');
}
