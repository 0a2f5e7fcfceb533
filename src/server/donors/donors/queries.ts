import { type RawBuilder, sql } from 'kysely';
import type * as contract from '#contract/donors/donors.ts';
import type { Donor, DonorSummary } from '#contract/donors/donors.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import type { DonorId } from '#contract/ids.ts';
import { daysToTakeBack, heldDays } from '#core/donors/donor-changes.ts';
import { type DonorSearch, readDonorSearch } from '#core/donors/donor-search.ts';
import { dayAfter, startOfDay } from '#core/platform/dates.ts';
import { isPaymentId } from '#core/platform/typed-ids.ts';
import { mayChangeNote } from '#server/donors/donors/policy.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { idStartsWith, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsPart } from '#server/platform/db/search-form.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';

/**
 * Donors, those who donated last first. A search by amount, date, or reference finds donations: each donor once, in the
 * order of the newest of these.
 */
export function listDonors(
  db: Db,
  timeZone: string,
  { limit, cursor, search = '' }: QueryOf<typeof contract.listDonors>,
): Promise<Page<DonorSummary>> {
  const wanted = readDonorSearch(search);
  const page = { limit, cursor };
  return wanted.kind === 'everybody' || wanted.kind === 'words'
    ? listByName(db, wanted, page)
    : listByDonation(db, wanted, timeZone, page);
}

/** Whether a search finds a donor, for a query on donors that sorts them otherwise. */
export function donorsShown(search: string, timeZone: string): RawBuilder<boolean> {
  const wanted = readDonorSearch(search);
  const found =
    wanted.kind === 'everybody'
      ? sql`true`
      : wanted.kind === 'words'
        ? sql.join(wanted.words.map(has), sql` and `)
        : sql`exists (select from donations as given
            where given.donor_id = donors.id and ${matchOf(wanted, timeZone).of('given')})`;
  return sql<boolean>`(donors.joined_into is null and ${found})`;
}

/** Whether a search finds a donation, for a query on donations that joins their donors. */
export function donationsFound(search: string, timeZone: string): RawBuilder<boolean> {
  const wanted = readDonorSearch(search);
  if (wanted.kind === 'everybody') return sql<boolean>`true`;
  return wanted.kind === 'words'
    ? sql<boolean>`${sql.join(wanted.words.map(has), sql` and `)}`
    : matchOf(wanted, timeZone).of('donations');
}

async function listByName(
  db: Db,
  wanted: DonorSearch & { kind: 'everybody' | 'words' },
  page: PageInput,
): Promise<Page<DonorSummary>> {
  let query = db
    .selectFrom('donors')
    .select(['donors.id', ...person, ...totals])
    .where('joinedInto', 'is', null);
  for (const word of wanted.kind === 'words' ? wanted.words : []) query = query.where(has(word));
  const { items, nextCursor } = await pageOf(query, page, {
    key: sql.ref('donors.lastDonationAt'),
    type: 'timestamptz',
    direction: 'desc',
    id: 'donors.id',
    keyOf: ({ lastDonationAt }) => lastDonationAt,
  });
  return { nextCursor, items: items.map((row) => ({ ...row, found: null })) };
}

/** Whether a donor's name or address contains a part. */
const has = (part: string) => containsPart('donors.searched', part);

async function listByDonation(
  db: Db,
  wanted: Exclude<DonorSearch, { kind: 'everybody' | 'words' }>,
  timeZone: string,
  page: PageInput,
): Promise<Page<DonorSummary>> {
  const matching = matchOf(wanted, timeZone);
  // Each donor at their newest donation that matches. In a "case", because the planner then takes it for true of every
  // other row, reads the index in its order, and stops at the end of the page; an equation it takes for true of hardly
  // any, and asks this of every donation that matches.
  const isNewest = sql<boolean>`case when donations.id = (
    select newest.id from donations as newest
    where newest.donor_id = donations.donor_id and ${matching.of('newest')}
    order by ${matching.orderOf('newest')} desc, newest.id desc limit 1) then true else false end`;
  const query = db
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select([...person, ...totals])
    // Its cursors name the donation.
    .select(['donors.id as donorId', 'donations.id'])
    .select(['donations.createdAt', 'donations.amountCents'])
    .where(matching.of('donations'))
    .where(isNewest);
  const { items, nextCursor } = await pageOf(query, page, {
    key: matching.orderOf('donations'),
    type: matching.type,
    direction: 'desc',
    id: 'donations.id',
    keyOf: (row) => (matching.type === 'bigint' ? row.amountCents : row.createdAt),
  });
  return {
    nextCursor,
    items: items.map(({ donorId, id, createdAt, amountCents, ...row }) => ({
      ...row,
      id: donorId,
      found: { id, createdAt, amount: amountCents },
    })),
  };
}

/** Which donations a search is about, as a condition on a table of donations, and what an index sorts these by. */
function matchOf(wanted: Exclude<DonorSearch, { kind: 'everybody' | 'words' }>, timeZone: string) {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`);
  const byMoment = {
    type: 'timestamptz' as const,
    orderOf: (table: string) => sql<string>`${column(table, 'createdAt')}`,
  };
  if (wanted.kind === 'amount') {
    return {
      type: 'bigint' as const,
      orderOf: (table: string) => sql<number>`${column(table, 'amountCents')}`,
      of: (table: string) => sql<boolean>`${column(table, 'amountCents')} = ${wanted.cents}`,
    };
  }
  if (wanted.kind === 'day') {
    const from = startOfDay(wanted.day, timeZone);
    const to = startOfDay(dayAfter(wanted.day), timeZone);
    return {
      ...byMoment,
      of: (table: string) =>
        sql<boolean>`${column(table, 'createdAt')} >= ${from}::timestamptz and ${column(table, 'createdAt')} < ${to}::timestamptz`,
    };
  }
  return {
    ...byMoment,
    of: (table: string) =>
      isPaymentId(wanted.id)
        ? sql<boolean>`${column(table, 'paymentIntentId')} = ${wanted.id}`
        : idStartsWith(table, wanted.id),
  };
}

const person = [
  'donors.firstName',
  'donors.lastName',
  'donors.email',
  'donors.lastDonationAt',
] as const;

const ofDonor = sql`from donations as given where given.donor_id = donors.id`;
/** How many donations of a donor there are, and their sums. */
export const totals = [
  sql<number>`(select count(*) ${ofDonor})`.as('donations'),
  sql<number>`(select coalesce(sum(amount_cents), 0)::bigint ${ofDonor})`.as('amount'),
  sql<number>`(select coalesce(sum(returned_cents), 0)::bigint ${ofDonor})`.as('returnedAmount'),
] as const;

const mostMails = 100;

/** One donor, as of one moment. 404 for an unknown id; that of a joined record finds the one that it was joined into. */
export function getDonor(
  db: Db,
  reader: Pick<TeamMember, 'id' | 'allowed'>,
  id: DonorId,
): Promise<Donor> {
  return inSnapshot(db, async (trx) => {
    const { formerly, ...donor } = await trx
      .selectFrom('donors')
      .leftJoin('mailOptOuts', (join) =>
        join.on(sql<boolean>`mail_opt_outs.email = lower(donors.email)`),
      )
      .select([
        'donors.id',
        ...person,
        ...totals,
        'donors.createdAt',
        'donors.erasedAt',
        'formerly',
        'postalAddress',
        'since as noUpdatesSince',
      ])
      .where(
        sql<boolean>`donors.id = (select coalesce(joined_into, id) from donors where id = ${id})`,
      )
      .executeTakeFirstOrThrow(() => notFound('donor'));
    const donations = trx
      .selectFrom('donations')
      .where('donorId', '=', donor.id)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc');
    // Whoever gave only things has none.
    const latest = await donations.select(['phone', 'zip']).limit(1).executeTakeFirst();
    const { phone = null, zip = null } = latest ?? {};
    return {
      ...donor,
      formerly: formerly.split('\n').filter((line) => line !== ''),
      changes: await changesOf(trx, donor.id),
      phone,
      zip,
      offersOfTime: await offersOf(trx, donor.id),
      mails: await mailsTo(trx, donor.id),
      notes: await notesAbout(trx, reader, donor.id),
    };
  });
}

async function changesOf(db: Db, id: DonorId): Promise<Donor['changes']> {
  const rows = await db
    .selectFrom('donorChanges')
    .select([
      'donorChanges.id',
      'donorChanges.createdAt',
      'kind',
      'confirmedAt as agreedAt',
      userNameBy('madeBy').as('by'),
      sql<string>`concat_ws(', ', donor_changes.first_name || ' ' || donor_changes.last_name, donor_changes.email)`.as(
        'person',
      ),
      sql<string | null>`case when is_told and confirmed_at is null
          and donor_changes.created_at > now() - make_interval(days => ${heldDays})
        then donor_changes.created_at + make_interval(days => ${heldDays}) end`.as('heldUntil'),
    ])
    .where('donorId', '=', id)
    .where('takenBackAt', 'is', null)
    .where(
      'donorChanges.createdAt',
      '>',
      sql<string>`now() - make_interval(days => ${daysToTakeBack})`,
    )
    .orderBy('donorChanges.id', 'desc')
    .execute();
  return rows;
}

function offersOf(db: Db, id: DonorId): Promise<Donor['offersOfTime']> {
  return db
    .selectFrom('volunteerOffers')
    .select([
      'id',
      'createdAt',
      'state',
      sql<number>`worked_minutes(id, true)`.as('minutes'),
      sql<number>`worked_minutes(id, false)`.as('unconfirmedMinutes'),
    ])
    .where('donorId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

function mailsTo(db: Db, id: DonorId): Promise<Donor['mails']> {
  return db
    .selectFrom('donorMails')
    .leftJoin('deadMails', 'deadMails.jobId', 'donorMails.jobId')
    .select([
      sql<string>`donor_mails.job_id`.as('id'),
      'donorMails.createdAt',
      'recipient',
      'subject',
      sql<Donor['mails'][number]['state']>`case
        when left_at is not null then 'sent'
        when dead_mails.id is null then 'waiting'
        when resolved_at is null then 'undelivered'
        else 'discarded'
      end`.as('state'),
    ])
    .where('donorId', '=', id)
    .orderBy('donorMails.createdAt', 'desc')
    .orderBy('donorMails.jobId', 'desc')
    .limit(mostMails)
    .execute();
}

async function notesAbout(
  db: Db,
  reader: Pick<TeamMember, 'id' | 'allowed'>,
  id: DonorId,
): Promise<Donor['notes']> {
  const rows = await db
    .selectFrom('donorNotes')
    .select([
      'donorNotes.id',
      'donorNotes.createdAt',
      'changedAt',
      'createdBy',
      'text',
      userNameBy('donorNotes.createdBy').as('author'),
    ])
    .where('donorId', '=', id)
    .orderBy('donorNotes.createdAt', 'desc')
    .orderBy('donorNotes.id', 'desc')
    .execute();
  const now = new Date();
  return rows.map(({ createdBy, ...note }) => ({
    ...note,
    mayChange: mayChangeNote({ ...note, createdBy }, reader, now),
  }));
}
