import { type RawBuilder, sql } from 'kysely';
import type { FilterOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { NominationId, UserId, VolunteerOfferId } from '#contract/ids.ts';
import type * as contract from '#contract/volunteers/volunteers.ts';
import type {
  Volunteer,
  VolunteerHours,
  VolunteerSummary,
} from '#contract/volunteers/volunteers.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { type Right, rightsOfRole, roles } from '#core/people/rights.ts';
import { openOfferStates } from '#core/volunteers/offer-states.ts';
import { may, notAllowed, type TeamMember, visibleTo } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import { newest, type Page, type PageOrder, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsPart } from '#server/platform/db/search-form.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { userName, userNameBy, userNameOf } from '#server/platform/db/user-names.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { proposeThanks, volunteerThanks } from '#server/volunteers/emails.ts';

type Reader = Pick<TeamMember, 'allowed'>;
type Query = QueryOf<typeof contract.listVolunteers>;

const orders: Record<Query['order'], PageOrder<{ createdAt: string; minutes: number }>> = {
  newest: newest('volunteerOffers'),
  oldest: { ...newest('volunteerOffers'), direction: 'asc' },
  // Added up for each offer: without an index, because volunteers are hundreds and not millions.
  hours: {
    key: sql`worked_minutes(volunteer_offers.id, true)`,
    type: 'bigint',
    direction: 'desc',
    id: 'volunteerOffers.id',
    keyOf: ({ minutes }) => minutes,
  },
};

/** Offers of time, the newest first unless asked otherwise. 403 for a search by whoever may not see who they are. */
export async function listVolunteers(
  db: Db,
  reader: Reader,
  { limit, cursor, order, ...filter }: Query,
): Promise<Page<VolunteerSummary>> {
  if (filter.search && !may(reader, 'volunteers.read')) throw notAllowed();
  const query = summaries(db).where(volunteersShown(filter));
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, orders[order]);
  return { items: items.map((row) => toSummary(reader, row)), nextCursor };
}

/** Whether a filter shows an offer, for a query that joins donors to the offers. */
export function volunteersShown({
  search = '',
  state,
  assignedToId,
  nominationId,
  isUnconfirmed,
}: FilterOf<typeof contract.listVolunteers>): RawBuilder<boolean> {
  const conditions = search
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(
      (word) =>
        sql<boolean>`(${containsPart('donors.searched', word)} or ${containsPart('volunteer_offers.searched', word)})`,
    );
  const ofOffer = sql`from volunteer_hours
    where volunteer_hours.offer_id = volunteer_offers.id and undone_at is null`;
  if (state === 'open') {
    conditions.push(sql<boolean>`volunteer_offers.state in (${sql.join([...openOfferStates])})`);
  } else if (state !== undefined) {
    conditions.push(sql<boolean>`volunteer_offers.state = ${state}`);
  }
  if (assignedToId !== undefined) {
    conditions.push(sql<boolean>`volunteer_offers.assigned_to = ${assignedToId}::uuid`);
  }
  if (nominationId !== undefined) {
    conditions.push(sql<boolean>`(volunteer_offers.nomination_id = ${nominationId}::uuid
      or exists (select ${ofOffer} and volunteer_hours.nomination_id = ${nominationId}::uuid))`);
  }
  if (isUnconfirmed !== undefined) {
    conditions.push(sql<boolean>`exists (select ${ofOffer} and confirmed_at is null)`);
  }
  return conditions.length === 0 ? sql<boolean>`true` : sql.join(conditions, sql` and `);
}

/** Offers with what the list shows of them. */
export function summaries(db: Db) {
  return offersWithPerson(db)
    .leftJoin('nominations', 'nominations.id', 'volunteerOffers.nominationId')
    .select([
      'volunteerOffers.id',
      'volunteerOffers.createdAt',
      'volunteerOffers.state',
      'volunteerOffers.donorId',
      'volunteerOffers.phone',
      'volunteerOffers.assignedTo',
      'volunteerOffers.nominationId',
      'volunteerOffers.donationId',
      'volunteerOffers.notes',
      'thankedAt',
      'nominee',
      userNameOf('volunteerOffers.assignedTo').as('assigneeName'),
      sql<number>`worked_minutes(volunteer_offers.id, true)`.as('minutes'),
      sql<number>`worked_minutes(volunteer_offers.id, false)`.as('unconfirmedMinutes'),
    ]);
}

/** Offers with who makes them: of a donor, as the donor's record says, so that a correction there is one here. */
export function offersWithPerson(db: Db) {
  const known = (column: string) =>
    sql<string>`coalesce(${sql.ref(`donors.${column}`)}, ${sql.ref(`volunteer_offers.${column}`)})`;
  return db
    .selectFrom('volunteerOffers')
    .leftJoin('donors', 'donors.id', 'volunteerOffers.donorId')
    .select([
      known('firstName').as('firstName'),
      known('lastName').as('lastName'),
      known('email').as('email'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function toSummary(reader: Reader, row: Row): VolunteerSummary {
  const { id, createdAt, state, assignedTo, assigneeName, nominationId, nominee } = row;
  const { firstName, lastName, email, phone } = row;
  // With it, somebody who gave anonymously would be named beside the donation.
  const { donorId } = visibleTo(reader, 'contacts.read', { donorId: row.donorId });
  const { minutes, unconfirmedMinutes, thankedAt } = row;
  return {
    id,
    createdAt,
    state,
    ...visibleTo(reader, 'volunteers.read', {
      person: { firstName, lastName, email, phone, donorId },
    }),
    need: toNeed({ nominationId, nominee }),
    assignedTo:
      assignedTo === null || assigneeName === null ? null : { id: assignedTo, name: assigneeName },
    minutes,
    unconfirmedMinutes,
    thankedAt,
  };
}

function toNeed({
  nominationId,
  nominee,
}: {
  nominationId: NominationId | null;
  nominee: string | null;
}): VolunteerSummary['need'] {
  return nominationId === null || nominee === null ? null : { id: nominationId, nominee };
}

/** One offer with its hours and thanks, as of one moment. 404 for an unknown id. */
export function getVolunteer(db: Db, reader: Reader, id: VolunteerOfferId): Promise<Volunteer> {
  return inSnapshot(db, async (trx) => {
    const row = await summaries(trx)
      .where('volunteerOffers.id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('offer of time'));
    const { notes, donationId } = row;
    return {
      ...toSummary(reader, row),
      isFromDonation: donationId !== null,
      ...visibleTo(reader, 'contacts.read', { donationId }),
      ...visibleTo(reader, 'volunteers.read', { notes }),
      hours: await hoursOf(trx, reader, id),
      thanks: await thanksOf(trx, reader, id),
    };
  });
}

async function hoursOf(db: Db, reader: Reader, id: VolunteerOfferId): Promise<VolunteerHours[]> {
  const rows = await db
    .selectFrom('volunteerHours')
    .leftJoin('nominations', 'nominations.id', 'volunteerHours.nominationId')
    .select([
      'volunteerHours.id',
      'volunteerHours.createdAt',
      'day',
      'minutes',
      'what',
      'volunteerHours.nominationId',
      'nominee',
      'confirmedAt',
      'undoneAt',
      'undoneReason',
      userNameBy('recordedBy').as('recordedBy'),
      userNameBy('confirmedBy').as('confirmedBy'),
      userNameBy('undoneBy').as('undoneBy'),
    ])
    .where('offerId', '=', id)
    .orderBy('day', 'desc')
    .orderBy('volunteerHours.id', 'desc')
    .execute();
  return rows.map((row) => {
    const { confirmedAt, confirmedBy, undoneAt, undoneBy, undoneReason } = row;
    const texts = visibleTo(reader, 'volunteers.read', { what: row.what, reason: undoneReason });
    return {
      id: row.id,
      createdAt: row.createdAt,
      day: row.day,
      minutes: row.minutes,
      what: texts.what,
      need: toNeed(row),
      recordedBy: row.recordedBy,
      confirmed: confirmedAt === null ? null : { at: confirmedAt, by: confirmedBy },
      undone: undoneAt === null ? null : { at: undoneAt, by: undoneBy, reason: texts.reason },
    };
  });
}

async function thanksOf(
  db: Db,
  reader: Reader,
  id: VolunteerOfferId,
): Promise<Volunteer['thanks']> {
  const rows = await db
    .selectFrom('volunteerThanks')
    .select([
      'volunteerThanks.id',
      'volunteerThanks.createdAt',
      'text',
      'minutes',
      userNameBy('sentBy').as('by'),
    ])
    .where('offerId', '=', id)
    .orderBy('volunteerThanks.createdAt', 'desc')
    .orderBy('volunteerThanks.id', 'desc')
    .execute();
  return rows.map(({ text, ...thanks }) => ({
    ...thanks,
    ...visibleTo(reader, 'volunteers.read', { text }),
  }));
}

const right: Right = 'volunteers.write';
const rolesWithRight = roles.filter((role) => rightsOfRole[role].includes(right));
const isColleague = sql<boolean>`users.roles && array[${sql.join(rolesWithRight)}]::text[]`;

/** Whether somebody has the right to look after offers of time. */
export async function mayLookAfterOffers(db: Db, id: UserId): Promise<boolean> {
  const colleague = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where(isColleague)
    .executeTakeFirst();
  return colleague !== undefined;
}

const mostNeeds = 500;

/** Whom an offer can be assigned to, and which needs it can be for. */
export async function listVolunteerChoices(
  db: Db,
): Promise<ResponseOf<typeof contract.listVolunteerChoices>> {
  const colleagues = await db
    .selectFrom('users')
    .select(['id', userName().as('name')])
    .where(isColleague)
    .orderBy(sql`lower(first_name), lower(last_name), id`)
    .execute();
  const needs = await db
    .selectFrom('nominations')
    .select(['id', 'nominee'])
    .where('isAccepted', '=', true)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNeeds)
    .execute();
  return { colleagues, needs };
}

/** Who is thanked, and where. 409 if nothing was confirmed that they could be thanked for, or no address is known. */
export async function findThanked(db: Db, id: VolunteerOfferId) {
  const { email, firstName, donorId, minutes, thankedAt } = await summaries(db)
    .where('volunteerOffers.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('offer of time'));
  if (minutes === 0) {
    throw new AppError(
      'cannot_thank',
      'No hours are confirmed yet. Confirm what was done, and then say thanks.',
    );
  }
  if (isErasedAddress(email)) {
    throw new AppError('cannot_thank', 'This person was erased, so no address is known anymore.');
  }
  if (email === '') {
    throw new AppError(
      'cannot_thank',
      'No email address of this volunteer is known. Add one, or thank them by phone.',
    );
  }
  return { to: email, firstName, donorId, minutes, thankedAt };
}

const mostInThanks = 30;

/** A text of thanks that names what was confirmed since the last thanks, or everything if nothing was. */
export async function draftThanks(
  db: Db,
  config: Config,
  id: VolunteerOfferId,
): Promise<ResponseOf<typeof contract.draftThanks>> {
  const { to, firstName, thankedAt } = await findThanked(db, id);
  const rows = await db
    .selectFrom('volunteerHours')
    .select(['day', 'minutes', 'what', sql<string>`confirmed_at`.as('confirmedAt')])
    .where('offerId', '=', id)
    .where('confirmedAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const since = rows.filter((row) => thankedAt === null || row.confirmedAt > thankedAt);
  const work = (since.length > 0 ? since : rows).slice(0, mostInThanks).reverse();
  return { to, text: proposeThanks({ firstName }, config.site.name, work), thankedAt };
}

/** The mail with a text, as it would arrive. */
export async function previewThanks(
  db: Db,
  config: Config,
  { id, text }: { id: VolunteerOfferId; text: string },
) {
  const { to } = await findThanked(db, id);
  const mail = volunteerThanks(config, { to, text });
  return { to, subject: mail.subject, html: mail.html, text: mail.text };
}
