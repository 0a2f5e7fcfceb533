import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  NominationId,
  UserId,
  VolunteerHoursId,
  VolunteerOfferId,
  VolunteerThanksId,
} from '#contract/ids.ts';
import type {
  thanksText,
  volunteerChanges,
  volunteerHoursInput,
  volunteerInput,
  volunteerPerson,
} from '#contract/volunteers/volunteers.ts';
import { findDonorByAddress } from '#server/donors/donors/find-or-make-donor.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction, recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { volunteerThanks } from '#server/volunteers/emails.ts';
import { refuseFuture, refuseTooMuch } from '#server/volunteers/policy.ts';
import { findThanked, mayLookAfterOffers } from '#server/volunteers/queries.ts';

const now = sql<string>`now()`;

/** Enters an offer by hand. Whoever has donated with the same address is recognized. */
export function addVolunteer(
  db: Db,
  actor: TeamMember,
  input: z.output<typeof volunteerInput>,
  idempotencyKey: string | null,
): Promise<{ id: VolunteerOfferId }> {
  demandRight(actor, 'volunteers.write');
  const scope = `offer ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const offer = { id: newId<VolunteerOfferId>() };
    await keepDonorsApart(trx);
    await demandNeed(trx, input.nominationId);
    const donor = input.email === '' ? undefined : await findDonorByAddress(trx, input.email);
    await trx
      .insertInto('volunteerOffers')
      .values({ ...offer, ...input, donorId: donor?.id ?? null })
      .execute();
    await auditAction(trx, actor, 'volunteer.added', offer.id);
    return offer;
  });
}

/** Changes how far an offer is, who looks after it, which need it is for, and the notes. 404 for an unknown id. */
export async function changeVolunteer(
  db: Db,
  actor: TeamMember,
  { id, ...changes }: z.output<typeof volunteerChanges> & { id: VolunteerOfferId },
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    const before = await lockOffer(trx, id);
    const { state = before.state, notes = before.notes } = changes;
    const { assignedToId: assignedTo = before.assignedTo } = changes;
    const { nominationId = before.nominationId } = changes;
    if (nominationId !== before.nominationId) await demandNeed(trx, nominationId);
    if (assignedTo !== before.assignedTo) await demandColleague(trx, assignedTo);
    const after = { state, notes, assignedTo, nominationId };
    const differs = (name: keyof typeof after) => after[name] !== before[name];
    const names = (['state', 'assignedTo', 'nominationId'] as const).filter(differs);
    if (names.length === 0 && !differs('notes')) return;
    await trx.updateTable('volunteerOffers').set(after).where('id', '=', id).execute();
    const values = (of: typeof after) => ({
      ...(names.includes('state') && { offer: of.state }),
      ...(names.includes('assignedTo') && { assignee: of.assignedTo }),
      ...(names.includes('nominationId') && { nominationId: of.nominationId }),
    });
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'volunteer.changed',
      subjectId: id,
      before: values(before),
      after: { ...values(after), ...(differs('notes') && { volunteer: ['notes'] }) },
    });
  });
}

/** Corrects who offers. 409 for a donor, whose name and address are those of their own record. */
export async function correctVolunteer(
  db: Db,
  actor: TeamMember,
  { id, ...person }: z.output<typeof volunteerPerson> & { id: VolunteerOfferId },
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    await keepDonorsApart(trx);
    const before = await lockOffer(trx, id);
    if (before.donorId !== null) {
      throw new AppError(
        'volunteer_is_donor',
        'This volunteer is a donor. Correct the name or the address on the page of the donor.',
      );
    }
    const volunteer = [
      ...(['firstName', 'lastName'].some((name) => differ(name, before, person))
        ? (['name'] as const)
        : []),
      ...(['email', 'phone'] as const).filter((name) => differ(name, before, person)),
    ];
    if (volunteer.length === 0) return;
    const donor = person.email === '' ? undefined : await findDonorByAddress(trx, person.email);
    await trx
      .updateTable('volunteerOffers')
      .set({ ...person, donorId: donor?.id ?? null })
      .where('id', '=', id)
      .execute();
    await auditAction(trx, actor, 'volunteer.corrected', id, { volunteer });
  });
}

function differ(name: string, before: Record<string, unknown>, after: Record<string, unknown>) {
  return before[name] !== after[name];
}

type HoursInput = z.output<typeof volunteerHoursInput> & { id: VolunteerOfferId };

/**
 * Records work. Hours of one person on one day are recorded one after another, so that together they are never more
 * than there are in a day.
 */
export function recordHours(
  db: Db,
  actor: TeamMember,
  { id, isConfirmed, ...work }: HoursInput,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<{ id: VolunteerHoursId }> {
  demandRight(actor, 'volunteers.write');
  const request = { id, isConfirmed, ...work };
  const scope = `hours ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request }, async (trx) => {
    const { timeZone } = await settings.read(trx);
    refuseFuture(work.day, timeZone, new Date());
    await keepDonorsApart(trx);
    const { person, isErased } = await lockOffer(trx, id);
    if (isErased) {
      throw hoursClosed('This person was erased, so nothing is recorded about them anymore.');
    }
    await demandNeed(trx, work.nominationId);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`hours ${person}`}, 0))`.execute(trx);
    refuseTooMuch(work.minutes, await minutesOn(trx, person, work.day));
    const entry = { id: newId<VolunteerHoursId>() };
    await trx
      .insertInto('volunteerHours')
      .values({ ...entry, ...work, offerId: id, recordedBy: actor.id })
      .execute();
    if (isConfirmed) await setConfirmed(trx, actor, entry.id);
    const { minutes: time, nominationId } = work;
    await auditAction(trx, actor, 'volunteer.hours_recorded', id, {
      time,
      nominationId,
      isConfirmed,
    });
    return entry;
  });
}

interface OneEntry {
  id: VolunteerOfferId;
  hoursId: VolunteerHoursId;
}

/** Confirms hours: from now on, they count. 409 if they are confirmed or undone already. */
export async function confirmHours(db: Db, actor: TeamMember, which: OneEntry): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    const { confirmedAt, minutes: time, nominationId } = await lockHours(trx, which);
    if (confirmedAt !== null) throw hoursClosed('These hours were already confirmed.');
    await setConfirmed(trx, actor, which.hoursId);
    await auditAction(trx, actor, 'volunteer.hours_confirmed', which.id, { time, nominationId });
  });
}

/** Undoes hours that were a mistake. 409 if they are undone already. */
export async function undoHours(
  db: Db,
  actor: TeamMember,
  { reason: undoneReason, ...which }: OneEntry & { reason: string },
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    const { minutes: time, nominationId } = await lockHours(trx, which);
    await trx
      .updateTable('volunteerHours')
      .set({ undoneAt: now, undoneBy: actor.id, undoneReason })
      .where('id', '=', which.hoursId)
      .execute();
    await auditAction(trx, actor, 'volunteer.hours_undone', which.id, { time, nominationId });
  });
}

type Thanks = z.output<typeof thanksText> & { id: VolunteerOfferId; isAgain: boolean };

/**
 * Thanks with a mail. 409 if they were thanked before and that is not meant, in the same words in any case, or if
 * nothing is confirmed.
 */
export async function sendThanks(
  db: Db,
  actor: TeamMember,
  { id, text, isAgain }: Thanks,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'volunteers.write');
  await db.transaction().execute(async (trx) => {
    await keepDonorsApart(trx);
    const { thankedAt } = await lockOffer(trx, id);
    if (thankedAt !== null && !isAgain) {
      throw new AppError(
        'already_thanked',
        'Somebody has thanked this volunteer already. Nothing was sent.',
      );
    }
    const same = await trx
      .selectFrom('volunteerThanks')
      .select('id')
      .where('offerId', '=', id)
      .where('text', '=', text)
      .executeTakeFirst();
    if (same) {
      throw new AppError(
        'already_thanked',
        'This volunteer has been thanked in exactly these words already. Nothing was sent.',
      );
    }
    const { to, donorId, minutes } = await findThanked(trx, id);
    const mail = volunteerThanks(mailer.config, { to, text });
    await mailer.enqueue(trx, { ...mail, ...(donorId !== null && { donorId }) });
    await trx
      .insertInto('volunteerThanks')
      .values({
        id: newId<VolunteerThanksId>(),
        offerId: id,
        sentBy: actor.id,
        recipient: to,
        text,
        minutes,
      })
      .execute();
    await trx.updateTable('volunteerOffers').set({ thankedAt: now }).where('id', '=', id).execute();
    await auditAction(trx, actor, 'volunteer.thanked', id);
  });
}

/** Records of donors are not joined meanwhile: whose offer this is stays the same until the end. */
async function keepDonorsApart(trx: Trx): Promise<void> {
  await sql`lock table donors in row exclusive mode`.execute(trx);
}

function lockOffer(trx: Trx, id: VolunteerOfferId) {
  return (
    trx
      .selectFrom('volunteerOffers')
      .select(['donorId', 'firstName', 'lastName', 'email', 'phone', 'person'])
      .select(['state', 'assignedTo', 'nominationId', 'notes', 'thankedAt'])
      // An erasure leaves no name of whoever is no donor.
      .select(
        sql<boolean>`coalesce(
        (select erased_at is not null from donors where donors.id = donor_id),
        first_name = '' and last_name = '')`.as('isErased'),
      )
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('offer of time'))
  );
}

/** Locks hours that are not undone. */
async function lockHours(trx: Trx, { id, hoursId }: OneEntry) {
  const hours = await trx
    .selectFrom('volunteerHours')
    .select(['confirmedAt', 'undoneAt', 'minutes', 'nominationId'])
    .where('id', '=', hoursId)
    .where('offerId', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('entry of hours'));
  if (hours.undoneAt !== null) throw hoursClosed('These hours were already undone.');
  return hours;
}

async function setConfirmed(trx: Trx, actor: TeamMember, id: VolunteerHoursId): Promise<void> {
  await trx
    .updateTable('volunteerHours')
    .set({ confirmedAt: now, confirmedBy: actor.id })
    .where('id', '=', id)
    .execute();
}

/** What somebody has worked on a day, whether confirmed or not. */
async function minutesOn(trx: Trx, person: string, day: string): Promise<number> {
  const { minutes } = await trx
    .selectFrom('volunteerHours')
    .innerJoin('volunteerOffers', 'volunteerOffers.id', 'volunteerHours.offerId')
    .select(sql<number>`coalesce(sum(minutes), 0)::bigint`.as('minutes'))
    .where('person', '=', person)
    .where('day', '=', day)
    .where('undoneAt', 'is', null)
    .executeTakeFirstOrThrow();
  return minutes;
}

/** Time is for nominations that were accepted; for the charity as a whole without one. */
async function demandNeed(trx: Trx, id: NominationId | null): Promise<void> {
  if (id === null) return;
  const { isAccepted } = await trx
    .selectFrom('nominations')
    .select('isAccepted')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (isAccepted) return;
  const message = 'Choose a nomination that was accepted';
  throw new AppError('nomination_not_accepted', `${message}.`, { nominationId: message });
}

async function demandColleague(trx: Trx, id: UserId | null): Promise<void> {
  if (id !== null && !(await mayLookAfterOffers(trx, id))) throw notFound('colleague');
}

function hoursClosed(message: string): AppError {
  return new AppError('hours_closed', message);
}
