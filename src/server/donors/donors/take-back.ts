import { sql } from 'kysely';
import type { DonorChangeId, DonorId, PlanId } from '#contract/ids.ts';
import { donorPath } from '#contract/pages.ts';
import { daysToTakeBack } from '#core/donors/donor-changes.ts';
import { type DonorServices, keysOfMoved } from '#server/donors/donors/commands.ts';
import { changeTakenBack } from '#server/donors/donors/emails.ts';
import { hasNeverCountedSql } from '#server/donors/donors/held-links.ts';
import { addressTaken, lockDonor, lockDonors } from '#server/donors/donors/lock-donors.ts';
import { isMoved, recordChange } from '#server/donors/donors/record-change.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';

/*
 * Taking back puts everything where it was by the keys that were kept, whatever has happened since. What was given meanwhile
 * goes with the address that it was given with, and a payment of a recurring donation with that: or else somebody could give
 * a record another person's address, wait until they give, and take it back with their donation.
 */

/** The team takes a correction or a join back. Refusals: see the contract. */
export async function takeBackChange(
  db: Db,
  actor: TeamMember,
  { id, changeId }: { id: DonorId; changeId: DonorChangeId },
  services: DonorServices,
): Promise<void> {
  demandRight(actor, 'money.write');
  await whileLocked(db, async (trx) => {
    const former = await lockDonor(trx, id);
    const change = await findChange(trx, changeId);
    if (change?.donorId !== id) throw notFound('change');
    refuseIfClosed(change);
    const [later] = await changesAfter(trx, change);
    if (later) {
      throw new AppError(
        'take_back_in_order',
        'This donor was corrected again after that. Take the later correction back first.',
      );
    }
    const { counted, address } = await takeBack(trx, change, userActor(actor), services);
    if (change.kind === 'join') {
      if (counted && address) await tellOfReturn(trx, { id, to: counted, address }, services);
      return;
    }
    // An address that counted until now is left as with any correction, and so is one for which there is none instead.
    if (counted === null && (address !== null || former.email === null)) return;
    const kept = { addressChangedAt: former.addressChangedAt, lines: [], subscription: null };
    await recordChange(
      trx,
      {
        donorId: id,
        otherId: null,
        madeBy: actor.id,
        before: former,
        address,
        kept: { ...kept, join: null },
      },
      services.mailer,
    );
  });
}

/** Whoever reads a former address takes a change back, with what was changed after it. Refusals: see the contract. */
export async function stopChange(
  db: Db,
  token: string,
  services: DonorServices,
): Promise<{ isUndone: boolean }> {
  // First, and for itself: whatever stands in the way of taking it back, nothing goes to the other address.
  const { donorId } = await db.transaction().execute(async (trx) => {
    await lockDonors(trx);
    const change = await findLinkedChange(trx, token);
    refuseIfClosed(change);
    const ids = [change, ...(await changesAfter(trx, change))].map(({ id }) => id);
    await trx
      .updateTable('donorChanges')
      .set({ objectedAt: sql<string>`now()`, isTold: true })
      .where('id', 'in', ids)
      .execute();
    return change;
  });
  try {
    await undoStopped(db, token, services);
    return { isUndone: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message } = error;
    await db.transaction().execute((trx) =>
      raiseAlert(
        trx,
        {
          key: `donor-change-objected:${donorId}`,
          title: 'A change of a donor’s address was stopped, and cannot be taken back by itself',
          message: `Somebody who reads the former address of a donor did not agree to another one. Private links to the new address do nothing until the change is taken back, and that was refused: ${message} Please find out from the donor which address is right, and who in the team changed it.`,
          path: donorPath(donorId),
        },
        services.mailer,
      ),
    );
    return { isUndone: false };
  }
}

/** Takes back what a former address objects to, and tells everybody. */
async function undoStopped(db: Db, token: string, services: DonorServices): Promise<void> {
  await whileLocked(db, async (trx) => {
    const change = await findLinkedChange(trx, token);
    refuseIfClosed(change);
    let last = null;
    for (const each of [...(await changesAfter(trx, change)), change]) {
      last = await takeBack(trx, each, 'former-address', services);
    }
    const { otherId, donorId, id } = change;
    if (last?.counted && last.address) {
      const about = { id: donorId, to: last.counted, address: last.address };
      await tellOfReturn(trx, about, services);
    }
    await raiseAlert(
      trx,
      {
        key: `donor-change-stopped:${id}`,
        title: 'A change of a donor’s address was stopped',
        message:
          'Somebody who reads the former address of a donor did not agree to another one, so everything is as it was before. Please find out from the donor which address is right, and who in the team changed it.',
        path: donorPath(otherId ?? donorId),
      },
      services.mailer,
    );
  });
}

/** Whoever reads a former address agrees to another one. Refusals: see the contract. */
export async function agreeToDonorChange(db: Db, token: string): Promise<void> {
  await whileLocked(db, async (trx) => {
    const { id, donorId, takenBackAt } = await findLinkedChange(trx, token);
    if (takenBackAt !== null) throw takenBack();
    const agreed = await trx
      .updateTable('donorChanges')
      .set({ confirmedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('confirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!agreed) return;
    const actor = 'former-address';
    await recordAudit(trx, { actor, action: 'donor.change_agreed', subjectId: donorId });
  });
}

/** Deletes what cannot be taken back anymore, with the former names and addresses. */
export async function deleteOldDonorChanges(db: Db): Promise<void> {
  await db
    .deleteFrom('donorChanges')
    .where('createdAt', '<', oldestSql)
    .where((row) => row.or([row('objectedAt', 'is', null), row('takenBackAt', 'is not', null)]))
    .execute();
}

const oldestSql = sql<string>`now() - make_interval(days => ${daysToTakeBack})`;

async function whileLocked(db: Db, work: (trx: Trx) => Promise<void>): Promise<void> {
  await db
    .transaction()
    .execute(async (trx) => {
      await lockDonors(trx);
      await work(trx);
    })
    .catch((error) => {
      throw violates(error, 'donors_email')
        ? addressTaken('Another donor has the former address by now. Join the two records first.')
        : error;
    });
}

function selectChange(trx: Trx) {
  return trx
    .selectFrom('donorChanges')
    .selectAll('donorChanges')
    .select([
      hasNeverCountedSql.as('hasNeverCounted'),
      sql<boolean>`created_at < ${oldestSql} and objected_at is null`.as('isOld'),
    ]);
}

type Change = Awaited<ReturnType<ReturnType<typeof selectChange>['executeTakeFirstOrThrow']>>;

function findChange(trx: Trx, id: DonorChangeId): Promise<Change | undefined> {
  return selectChange(trx).where('id', '=', id).executeTakeFirst();
}

async function findLinkedChange(trx: Trx, token: string): Promise<Change> {
  const change = await selectChange(trx)
    .where('id', '=', (row) =>
      row
        .selectFrom('donorChangeLinks')
        .select('changeId')
        .where('tokenHash', '=', hashToken(token)),
    )
    .executeTakeFirst();
  if (change && !change.isOld) return change;
  throw new AppError(
    'invalid_token',
    'This link does not work anymore. If the address of your donations is not right, please write to us.',
  );
}

function refuseIfClosed({ takenBackAt, isOld }: Change): void {
  if (takenBackAt !== null) throw takenBack();
  if (!isOld) return;
  throw new AppError(
    'too_late_to_take_back',
    `A correction or a join can be taken back for ${daysToTakeBack} days, and this one is older. Correct the name or the address instead.`,
  );
}

function takenBack(): AppError {
  return new AppError('change_taken_back', 'This change was already taken back.');
}

/** What has to be taken back before a change of a record, the newest first: what was done to the record later. */
function changesAfter(trx: Trx, { id, donorId, kind }: Change): Promise<Change[]> {
  if (kind === 'join') return Promise.resolve([]);
  return selectChange(trx)
    .where('takenBackAt', 'is', null)
    .where('id', '>', id)
    .where((row) =>
      row.or([
        row.and([row('kind', '=', 'correction'), row('donorId', '=', donorId)]),
        row('otherId', '=', donorId),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
}

interface Return {
  /** The address that loses mail, if it counted as the donor's own; null if it did not yet. */
  counted: string | null;
  /** The one that gets the mail again. */
  address: string | null;
}

async function takeBack(
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
    await services.moveSubscriptionBack(trx, addresses, subscription);
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
  const hasCounted = !change.hasNeverCounted && isMoved(undone.from, change.email);
  return { counted: hasCounted ? undone.from : null, address: change.email };
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
    for (const each of corrections) await takeBack(trx, each, actor, services);
  }
  const other = await findOther();
  // Of a record that was joined into a third one, nobody knows whose it is, and one that took the address along is somebody
  // else's: it stays taken.
  if (!other || other.id === stayedId || (other.joinedInto !== null && other.joinedInto !== id))
    return;
  await trx.updateTable('donors').set({ email: null }).where('id', '=', other.id).execute();
  if (other.joinedInto !== null) return;
  for (const table of Object.keys(keysOfMoved)) {
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

/** What was given with an address since then is of a donor of its own. */
async function splitOff(trx: Trx, id: DonorId, email: string, since: string): Promise<void> {
  const given = await givenSince(trx, { id, emails: [email], since, plans: [] });
  const who = given.donations[0]?.who ?? given.plans[0]?.who;
  if (!who) return;
  const donorId = newId<DonorId>();
  await trx
    .insertInto('donors')
    .values({ ...who, id: donorId, email, createdAt: since })
    .execute();
  await moveGiven(trx, given, donorId);
  await setLastDonationAt(trx, [id, donorId]);
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
  for (const [table, key] of Object.entries(keysOfMoved)) {
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
  await moveGiven(trx, await givenSince(trx, { id: rootId, emails, since, plans }), otherId);
  await forgetMoved(trx, change, join);
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
  const hasCounted = !change.hasNeverCounted && isMoved(root.email, email);
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

/** What a join brought along and was put back does not go along when a later join is taken back. */
async function forgetMoved(
  trx: Trx,
  { id }: Change,
  { rows, records }: NonNullable<Change['kept']['join']>,
): Promise<void> {
  const open = await selectChange(trx)
    .where('kind', '=', 'join')
    .where('takenBackAt', 'is', null)
    .where('id', '>', id)
    .where(sql<boolean>`kept -> 'join' -> 'records' ?| ${records}::text[]`)
    .execute();
  for (const { id: otherId, kept } of open) {
    if (kept.join === null) continue;
    const without = (all: string[], gone: string[] = []) =>
      all.filter((one) => !gone.includes(one));
    const left = Object.entries(kept.join.rows).map(([table, keys]) => [
      table,
      without(keys, rows[table]),
    ]);
    const join = {
      ...kept.join,
      rows: Object.fromEntries(left),
      records: without(kept.join.records, records),
    };
    await trx
      .updateTable('donorChanges')
      .set({ kept: JSON.stringify({ ...kept, join }) })
      .where('id', '=', otherId)
      .execute();
  }
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

interface Given {
  donations: { id: string; who: { firstName: string; lastName: string } | null }[];
  plans: { id: PlanId; who: { firstName: string; lastName: string } | null }[];
}

/** What was given with an address since a moment, and with these recurring donations and those that began with it. */
async function givenSince(
  trx: Trx,
  {
    id,
    emails,
    since,
    plans: known,
  }: { id: DonorId; emails: (string | null)[]; since: string; plans: string[] },
): Promise<Given> {
  const addresses = emails.flatMap((email) => email?.toLowerCase() ?? []);
  const plans = await trx
    .selectFrom('plans')
    .select(['id', 'details'])
    .where('donorId', '=', id)
    // It may have waited on the payment page since before that.
    .where(
      sql<boolean>`exists (select from plan_events
        where plan_id = plans.id and kind = 'started' and plan_events.created_at >= ${since})`,
    )
    .where(sql<boolean>`lower(details ->> 'email') = any(${addresses}::text[])`)
    .execute();
  const ofPlans = [...known, ...plans.map((plan) => plan.id)];
  const donations = await trx
    .selectFrom('donations')
    .select(['id', 'firstName', 'lastName'])
    .where('donorId', '=', id)
    .where('createdAt', '>=', since)
    .where(
      sql<boolean>`(lower(email) = any(${addresses}::text[]) and plan_id is null or plan_id = any(${ofPlans}::uuid[]))`,
    )
    .orderBy('createdAt', 'desc')
    .execute();
  return {
    donations: donations.map(({ id: donationId, firstName, lastName }) => ({
      id: donationId,
      who: firstName === null || lastName === null ? null : { firstName, lastName },
    })),
    plans: plans.map(({ id: planId, details }) => ({
      id: planId,
      who: details && { firstName: details.firstName, lastName: details.lastName },
    })),
  };
}

async function moveGiven(trx: Trx, { donations, plans }: Given, donorId: DonorId): Promise<void> {
  const ids = donations.map(({ id }) => id);
  await sql`update plans set donor_id = ${donorId}
    where id = any(${plans.map(({ id }) => id)}::uuid[])`.execute(trx);
  await sql`update donations set donor_id = ${donorId} where id = any(${ids}::uuid[])`.execute(trx);
  // What came with them.
  await sql`update volunteer_offers set donor_id = ${donorId} where donation_id = any(${ids}::uuid[])`.execute(
    trx,
  );
  await sql`update gift_aid_declarations set donor_id = ${donorId} where checkout_id = any(${ids}::uuid[])`.execute(
    trx,
  );
}

async function setLastDonationAt(trx: Trx, ids: DonorId[]): Promise<void> {
  await sql`update donors set last_donation_at = coalesce(
      (select max(created_at) from donations where donor_id = donors.id), last_donation_at)
    where id = any(${ids}::uuid[])`.execute(trx);
}

async function setAddressChangedAt(trx: Trx, id: DonorId, moment: string | null): Promise<void> {
  await trx.updateTable('donors').set({ addressChangedAt: moment }).where('id', '=', id).execute();
}

/** Ends private links to what is theirs again that were sent elsewhere. Those that only show a donation are of a browser. */
async function deleteLinksSince(trx: Trx, id: DonorId, since: string): Promise<void> {
  await sql`delete from donation_links where created_at >= ${since} and not is_view_only
    and donation_id in (select id from donations where donor_id = ${id})`.execute(trx);
  await sql`delete from plan_links where created_at >= ${since}
    and plan_id in (select id from plans where donor_id = ${id})`.execute(trx);
  await sql`delete from statement_links where created_at >= ${since} and donor_id = ${id}`.execute(
    trx,
  );
}

/** Tells an address that counted as a donor's own that it does not anymore. */
async function tellOfReturn(
  trx: Trx,
  { id, to, address }: { id: DonorId; to: string; address: string },
  { mailer }: DonorServices,
): Promise<void> {
  const mail = changeTakenBack(mailer.config, { to, address });
  await mailer.enqueue(trx, { ...mail, donorId: id });
}
