import { sql } from 'kysely';
import { listVolunteers } from '#contract/volunteers/volunteers.ts';
import { offerStateWords } from '#core/volunteers/offer-states.ts';
import { dayIn, dayOf, filterOf, hasValue, periodOfNomination } from '#server/exports/filters.ts';
import { queryList } from '#server/exports/list.ts';
import { userNameOf } from '#server/platform/db/user-names.ts';
import { nomineeInFiles } from '#server/vetting/consents/gate.ts';
import { offersWithPerson, summaries, volunteersShown } from '#server/volunteers/queries.ts';

/* Lists that can be exported: offers of time, and hours of volunteers. */

export const volunteerLists = {
  /** The offers of time, as on the page "Volunteers". */
  volunteers: queryList({
    right: 'volunteers.read',
    filter: filterOf(listVolunteers),
    shown: ({ db }, filter) => summaries(db).where(volunteersShown(filter)),
    rows: (shown, { timeZone }) =>
      shown.select([
        dayOf('volunteerOffers.createdAt', timeZone).as('day'),
        sql<string | null>`(${dayOf('thankedAt', timeZone)})`.as('thankedOn'),
        nomineeInFiles.as('nomineeInFile'),
      ]),
    newest: { moment: 'volunteerOffers.createdAt', id: 'volunteerOffers.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Date: ['day', (row) => row.day],
      'First Name': ['text', (row) => row.firstName],
      'Last Name': ['text', (row) => row.lastName],
      'Email Address': ['text', (row) => row.email],
      'Phone Number': ['text', (row) => row.phone],
      State: ['text', (row) => offerStateWords[row.state].name],
      'Assigned To': ['text', (row) => row.assigneeName],
      Nomination: ['text', (row) => row.nominationId],
      Nominee: ['text', (row) => row.nomineeInFile],
      Minutes: ['number', (row) => row.minutes],
      'Minutes Not Confirmed': ['number', (row) => row.unconfirmedMinutes],
      Thanked: ['day', (row) => row.thankedOn],
      Donation: ['text', (row) => row.donationId, 'contacts.read'],
      Donor: ['text', (row) => row.donorId, 'contacts.read'],
      Notes: ['text', (row) => row.notes],
    },
  }),

  /** Each entry of hours, also what was undone, with the days on which the work was done as its filter. */
  'volunteer-hours': queryList({
    right: 'volunteers.read',
    filter: periodOfNomination,
    shown: ({ db }, { nominationId, ...days }) =>
      offersWithPerson(db)
        .innerJoin('volunteerHours', 'volunteerHours.offerId', 'volunteerOffers.id')
        .where(dayIn('day', days))
        .where(hasValue('volunteerHours.nominationId', nominationId)),
    rows: (shown) =>
      shown
        .leftJoin('nominations', 'nominations.id', 'volunteerHours.nominationId')
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
          userNameOf('volunteerHours.recordedBy').as('recordedBy'),
          userNameOf('volunteerHours.confirmedBy').as('confirmedBy'),
        ]),
    newest: { id: 'volunteerHours.id' },
    columns: {
      ID: ['text', (row) => row.id],
      Day: ['day', (row) => row.day],
      Minutes: ['number', (row) => row.minutes],
      What: ['text', (row) => row.what],
      'First Name': ['text', (row) => row.firstName],
      'Last Name': ['text', (row) => row.lastName],
      Nomination: ['text', (row) => row.nominationId],
      Nominee: ['text', (row) => row.nomineeInFile],
      'Recorded By': ['text', (row) => row.recordedBy],
      'Confirmed (UTC)': ['moment', (row) => row.confirmedAt],
      'Confirmed By': ['text', (row) => row.confirmedBy],
      'Undone (UTC)': ['moment', (row) => row.undoneAt],
      'Why Undone': ['text', (row) => row.undoneReason],
      'Offer of Time': ['text', (row) => row.offerId],
    },
  }),
};
