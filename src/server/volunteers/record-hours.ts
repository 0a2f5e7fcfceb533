import { sql } from 'kysely';
import type { z } from 'zod';
import type { VolunteerHoursId, VolunteerOfferId } from '#contract/ids.ts';
import type { volunteerHoursInput } from '#contract/volunteers/volunteers.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound, refuseFuture } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { demandNeed } from '#server/volunteers/demand-need.ts';
import { keepDonorsApart, lockOffer } from '#server/volunteers/lock-offer.ts';
import { refuseTooMuch } from '#server/volunteers/policy.ts';

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
    refuseFuture(work.day, timeZone, 'day');
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
      .set({ undoneAt: sql<string>`now()`, undoneBy: actor.id, undoneReason })
      .where('id', '=', which.hoursId)
      .execute();
    await auditAction(trx, actor, 'volunteer.hours_undone', which.id, { time, nominationId });
  });
}

type HoursInput = z.output<typeof volunteerHoursInput> & { id: VolunteerOfferId };

interface OneEntry {
  id: VolunteerOfferId;
  hoursId: VolunteerHoursId;
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
    .set({ confirmedAt: sql<string>`now()`, confirmedBy: actor.id })
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

function hoursClosed(message: string): AppError {
  return new AppError('hours_closed', message);
}
