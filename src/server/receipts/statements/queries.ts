import { sql } from 'kysely';
import type { DonorId, StatementMailingId } from '#contract/ids.ts';
import type {
  Statement,
  StatementMailing,
  StatementsPreview,
} from '#contract/receipts/statements.ts';
import { keptCents, type StatementDonation } from '#core/receipts/receipt-documents.ts';
import { refuseHeldLinks } from '#server/donors/donors/held-links.ts';
import { countRecipients } from '#server/donors/donors/mailings.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { coverLeftSql } from '#server/provider/card-costs/queries.ts';

/* What is in the statement of a donor, and to whom statements were mailed. */

/** First and last day, both included. */
export interface Period {
  from: string;
  to: string;
}

/** What a donor gave in a period, oldest first: each donation by the day on which its money was received. */
export function donationsInPeriod(
  db: Db,
  donorId: DonorId,
  { from, to }: Period,
): Promise<StatementDonation[]> {
  return db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .leftJoin('donationReceipts', (join) =>
      join
        .onRef('donationReceipts.donationId', '=', 'donations.id')
        .on('donationReceipts.state', '=', 'issued'),
    )
    .select([
      'donations.receivedOn',
      'causes.name as cause',
      sql<number>`donations.amount_cents + donations.cover_cents`.as('amountCents'),
      'donations.coverCents',
      sql<number>`donations.returned_cents + donations.cover_cents - ${coverLeftSql}`.as(
        'returnedCents',
      ),
      'donationReceipts.number as receiptNumber',
    ])
    .where('donations.donorId', '=', donorId)
    .where('donations.receivedOn', '>=', from)
    .where('donations.receivedOn', '<=', to)
    .orderBy('donations.receivedOn')
    .orderBy('donations.createdAt')
    .orderBy('donations.id')
    .execute();
}

/** Who a donor is on a statement: as the team knows them. 404 for an unknown one. */
export function donorOnStatement(db: Db, donorId: DonorId) {
  return db
    .selectFrom('donors')
    .select([sql<string>`first_name || ' ' || last_name`.as('donorName'), 'postalAddress'])
    .where('id', '=', donorId)
    .executeTakeFirstOrThrow(() => notFound('donor'));
}

/**
 * The donor and the period of a link in a mailed statement. 400 if it has expired or never existed, 409 while links to the
 * donor's new address wait.
 */
export async function findStatementLink(db: Db, token: string) {
  const link = await db
    .selectFrom('statementLinks')
    .select(['donorId', 'fromDay as from', 'toDay as to'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work anymore. Please ask for a link to all of your donations with your email address.',
        ),
    );
  // Also one that was sent before: it shows what a donor has now, and that may be somebody else's.
  await refuseHeldLinks(db, link.donorId);
  return link;
}

/** The statement behind a link. */
export async function openStatement(db: Db, token: string): Promise<Statement> {
  const { donorId, from, to } = await findStatementLink(db, token);
  const donations = await donationsInPeriod(db, donorId, { from, to });
  return {
    from,
    to,
    donations: donations.map(({ amountCents, coverCents, returnedCents, ...donation }) => ({
      ...donation,
      amount: amountCents,
      cover: coverCents,
      returned: returnedCents,
    })),
    total: keptCents(donations),
  };
}

/** Donors with an address of whose donations in a period something did not go back, by their ids. */
export function donorsOfPeriod(db: Db, { from, to }: Period) {
  return db
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select('donors.id')
    .where('donations.receivedOn', '>=', from)
    .where('donations.receivedOn', '<=', to)
    .where('donors.email', 'is not', null)
    .where('donors.erasedAt', 'is', null)
    .groupBy('donors.id')
    .having(sql<number>`sum(amount_cents - least(amount_cents, returned_cents))`, '>', 0)
    .orderBy('donors.id');
}

/**
 * Who was emailed a statement with days of a period, or is about to be, by the mailing. A joined record stands for the one
 * that it was joined into.
 */
export function donorsMailedBefore(db: Db, { from, to }: Period) {
  return db
    .selectFrom('statementMailings')
    .innerJoin('statementRecipients', 'statementRecipients.mailingId', 'statementMailings.id')
    .innerJoin('donors as selected', 'selected.id', 'statementRecipients.donorId')
    .select([
      'statementMailings.id as mailingId',
      sql<DonorId>`coalesce(selected.joined_into, selected.id)`.as('donorId'),
      sql<boolean>`from_day = ${from} and to_day = ${to}`.as('isSame'),
    ])
    .distinct()
    .where('fromDay', '<=', to)
    .where('toDay', '>=', from)
    .where('leftOutAt', 'is', null);
}

/** Who would get a statement of a period, and who of them had one of some of these days. */
export async function previewStatements(db: Db, period: Period): Promise<StatementsPreview> {
  const { donors, ...before } = await db
    .with('givers', () => donorsOfPeriod(db, period))
    .with('mailed', () => donorsMailedBefore(db, period))
    .with('known', (cte) =>
      cte
        .selectFrom('givers')
        .innerJoin('mailed', 'mailed.donorId', 'givers.id')
        .select(sql<boolean>`bool_or(is_same)`.as('hasSame'))
        .groupBy('givers.id'),
    )
    .selectNoFrom([
      sql<number>`(select count(*) from givers)::int`.as('donors'),
      sql<number>`(select count(*) from known where has_same)::int`.as('haveSame'),
      sql<number>`(select count(*) from known where not has_same)::int`.as('haveOverlapping'),
    ])
    .executeTakeFirstOrThrow();
  const earlier = await db
    .with('givers', () => donorsOfPeriod(db, period))
    .with('mailed', () => donorsMailedBefore(db, period))
    .selectFrom('mailed')
    .innerJoin('givers', 'givers.id', 'mailed.donorId')
    .innerJoin('statementMailings', 'statementMailings.id', 'mailed.mailingId')
    .select([
      'statementMailings.id',
      'statementMailings.createdAt',
      'fromDay as from',
      'toDay as to',
      sql<number>`count(*)::int`.as('donors'),
    ])
    .groupBy('statementMailings.id')
    .orderBy('statementMailings.createdAt', 'desc')
    .orderBy('statementMailings.id', 'desc')
    .execute();
  return { donors, ...before, earlier };
}

/** Where mailed statements and their recipients are. */
export const statementTables = {
  mailings: 'statementMailings',
  recipients: 'statementRecipients',
} as const;

/** What was mailed, the latest first. */
export function listStatementMailings(db: Db, page: PageInput): Promise<Page<StatementMailing>> {
  return pageOf(mailings(db), page, newest('statementMailings'));
}

/** One of them. 404 for an unknown one. */
export function getStatementMailing(db: Db, id: StatementMailingId): Promise<StatementMailing> {
  return mailings(db)
    .where('statementMailings.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('email with statements'));
}

function mailings(db: Db) {
  const counted = (which: ReturnType<typeof sql>) => countRecipients(statementTables, which);
  return db
    .selectFrom('statementMailings')
    .select([
      'statementMailings.id',
      'statementMailings.createdAt',
      'fromDay as from',
      'toDay as to',
      'stoppedAt',
      counted(sql`true`).as('total'),
      counted(sql`queued_at is not null`).as('queued'),
      counted(sql`left_out_at is not null`).as('leftOut'),
    ]);
}
