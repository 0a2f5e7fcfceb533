import { sql } from 'kysely';
import type { NominationId, VolunteerOfferId } from '#contract/ids.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { addVolunteer, changeVolunteer } from '#server/volunteers/commands.ts';
import { draftThanks } from '#server/volunteers/queries.ts';
import { recordHours } from '#server/volunteers/record-hours.ts';
import { sendThanks } from '#server/volunteers/send-thanks.ts';
import { moment } from './backdate.ts';
import type { Needs } from './seed-proofs.ts';
import { offers } from './volunteers.ts';

/** Answers offers of time, records what was done, and thanks for it. */
export async function seedVolunteers(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  needs: Needs,
): Promise<void> {
  // An offer that came with a donation is as old as the donation.
  await sql`update volunteer_offers set created_at = donations.created_at
    from donations where donations.id = donation_id`.execute(db);
  const donors = await db
    .selectFrom('volunteerOffers')
    .select('id')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const needOf = (nominee: string | undefined) =>
    nominee === undefined ? null : findNeed(needs, nominee);
  for (const { caller, state, notes, nominee, work, isThanked } of offers) {
    const id = caller ? await addCaller(db, team, caller) : donors.shift()?.id;
    if (id === undefined) throw new Error('Too few donors offer their time.');
    const nominationId = needOf(nominee);
    await changeVolunteer(db, team, {
      id,
      state,
      notes,
      nominationId,
      assignedToId: team.id,
    });
    for (const { daysAgo, minutes, what, nominee: helped, isUnconfirmed = false } of work) {
      const day = isoDayOf(moment(daysAgo), mailer.settings.current().timeZone);
      const entry = {
        id,
        day,
        minutes,
        what,
        nominationId: needOf(helped),
        isConfirmed: !isUnconfirmed,
      };
      await recordHours(db, team, entry, null, mailer.settings);
    }
    if (isThanked) {
      const { text } = await draftThanks(db, mailer.config, id);
      await sendThanks(db, team, { id, text, isAgain: false }, mailer);
    }
  }
}

async function addCaller(
  db: Db,
  team: TeamMember,
  { daysAgo, ...person }: NonNullable<(typeof offers)[number]['caller']>,
): Promise<VolunteerOfferId> {
  const offer = { ...person, nominationId: null, notes: '' };
  const { id } = await addVolunteer(db, team, offer, null);
  await sql`update volunteer_offers set created_at = ${moment(daysAgo)} where id = ${id}`.execute(
    db,
  );
  return id;
}

function findNeed(needs: Needs, nominee: string): NominationId {
  const need = needs.get(nominee);
  if (!need) throw new Error(`Nobody nominated ${nominee}`);
  return need.id;
}
