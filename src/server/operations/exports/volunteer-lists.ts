import { sql } from 'kysely';
import { listVolunteers } from '#contract/giving/volunteers.ts';
import type { VolunteerHoursId } from '#contract/ids.ts';
import { offerStateWords } from '#core/offer-states.ts';
import { offersWithPerson, summaries, volunteersShown } from '#server/giving/volunteers/queries.ts';
import { dayOf, type Period, periodOfNomination } from '#server/operations/exports/filters.ts';
import { exportList, pageById } from '#server/operations/exports/list.ts';
import { afterPosition, toPage } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { nomineeInFiles } from '#server/vetting/consents/gate.ts';

/** The offers of time, as on the page "Volunteers". */
export const volunteers = exportList({
  right: 'contacts.read',
  filter: listVolunteers.query.omit({ limit: true, cursor: true }).strict(),
  async count({ db }, { order: _, ...filter }) {
    const { count } = await db
      .selectFrom('volunteerOffers')
      .leftJoin('donors', 'donors.id', 'volunteerOffers.donorId')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(volunteersShown(filter))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db, timeZone }, { order: _, ...filter }, { limit, cursor }) {
    let query = summaries(db)
      .select([
        dayOf('volunteerOffers.createdAt', timeZone).as('day'),
        sql<string | null>`(${dayOf('thankedAt', timeZone)})`.as('thankedOn'),
        nomineeInFiles.as('nomineeInFile'),
      ])
      .where(volunteersShown(filter))
      .orderBy('volunteerOffers.createdAt', 'desc')
      .orderBy('volunteerOffers.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) {
      query = query.where(afterPosition('volunteerOffers.createdAt', 'volunteerOffers.id', cursor));
    }
    return toPage(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Date', type: 'day', value: (row) => row.day },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName },
    { title: 'Email Address', type: 'text', value: (row) => row.email },
    { title: 'Phone Number', type: 'text', value: (row) => row.phone },
    { title: 'State', type: 'text', value: (row) => offerStateWords[row.state].name },
    { title: 'Assigned To', type: 'text', value: (row) => row.assigneeName },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Nominee', type: 'text', value: (row) => row.nomineeInFile },
    { title: 'Minutes', type: 'number', value: (row) => row.minutes },
    { title: 'Minutes Not Confirmed', type: 'number', value: (row) => row.unconfirmedMinutes },
    { title: 'Thanked', type: 'day', value: (row) => row.thankedOn },
    { title: 'Donation', type: 'text', value: (row) => row.donationId },
    { title: 'Donor', type: 'text', value: (row) => row.donorId },
    { title: 'Notes', type: 'text', value: (row) => row.notes },
  ],
});

/** Each entry of hours, also what was undone, with the days on which the work was done as its filter. */
export const volunteerHours = exportList({
  right: 'contacts.read',
  filter: periodOfNomination,
  async count({ db }, filter) {
    const { count } = await hoursIn(db, filter)
      .clearSelect()
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  async read({ db }, filter, { limit, cursor }) {
    let query = hoursIn(db, filter)
      .leftJoin('nominations', 'nominations.id', 'volunteerHours.nominationId')
      .leftJoin('users as recorder', 'recorder.id', 'volunteerHours.recordedBy')
      .leftJoin('users as confirmer', 'confirmer.id', 'volunteerHours.confirmedBy')
      .select([
        'volunteerHours.id',
        'volunteerHours.offerId',
        'volunteerHours.nominationId',
        nomineeInFiles.as('nomineeInFile'),
        'day',
        'minutes',
        'what',
        'confirmedAt',
        'undoneAt',
        'undoneReason',
        sql<string | null>`recorder.first_name || ' ' || recorder.last_name`.as('recordedBy'),
        sql<string | null>`confirmer.first_name || ' ' || confirmer.last_name`.as('confirmedBy'),
      ])
      .orderBy('volunteerHours.id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) {
      query = query.where('volunteerHours.id', '<', cursor as VolunteerHoursId);
    }
    return pageById(await query.execute(), limit);
  },
  columns: [
    { title: 'ID', type: 'text', value: (row) => row.id },
    { title: 'Day', type: 'day', value: (row) => row.day },
    { title: 'Minutes', type: 'number', value: (row) => row.minutes },
    { title: 'What', type: 'text', value: (row) => row.what },
    { title: 'First Name', type: 'text', value: (row) => row.firstName },
    { title: 'Last Name', type: 'text', value: (row) => row.lastName },
    { title: 'Nomination', type: 'text', value: (row) => row.nominationId },
    { title: 'Nominee', type: 'text', value: (row) => row.nomineeInFile },
    { title: 'Recorded By', type: 'text', value: (row) => row.recordedBy },
    { title: 'Confirmed (UTC)', type: 'moment', value: (row) => row.confirmedAt },
    { title: 'Confirmed By', type: 'text', value: (row) => row.confirmedBy },
    { title: 'Undone (UTC)', type: 'moment', value: (row) => row.undoneAt },
    { title: 'Why Undone', type: 'text', value: (row) => row.undoneReason },
    { title: 'Offer of Time', type: 'text', value: (row) => row.offerId },
  ],
});

function hoursIn(
  db: Db,
  { from, to, nominationId }: Period & { nominationId?: string | undefined },
) {
  let query = offersWithPerson(db).innerJoin(
    'volunteerHours',
    'volunteerHours.offerId',
    'volunteerOffers.id',
  );
  if (from !== undefined) query = query.where('day', '>=', from);
  if (to !== undefined) query = query.where('day', '<=', to);
  if (nominationId !== undefined) {
    query = query.where(sql<boolean>`volunteer_hours.nomination_id = ${nominationId}::uuid`);
  }
  return query;
}
