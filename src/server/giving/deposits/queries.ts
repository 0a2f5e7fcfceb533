import { sql } from 'kysely';
import type { QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/deposits.ts';
import type { Deposit, DepositLine, DepositSummary } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { findAlikeLines } from '#server/giving/deposits/alike-lines.ts';
import { confirmObstacle } from '#server/giving/deposits/policy.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';

function summaries(db: Db) {
  return db
    .selectFrom('deposits')
    .select((row) => [
      'deposits.id',
      'deposits.createdAt',
      'title',
      'state',
      'expectedCount',
      'expectedCents as expectedAmount',
      row
        .selectFrom('depositLines')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('depositId', '=', 'deposits.id')
        .$asScalar()
        .$notNull()
        .as('count'),
      row
        .selectFrom('depositLines')
        .select(sql<number>`coalesce(sum(cents), 0)::bigint`.as('cents'))
        .whereRef('depositId', '=', 'deposits.id')
        .$asScalar()
        .$notNull()
        .as('amount'),
      userNameBy('deposits.countedBy').as('countedBy'),
    ]);
}

/** Deposits, newest first. */
export function listDeposits(
  db: Db,
  { search = '', ...page }: QueryOf<typeof contract.listDeposits>,
): Promise<Page<DepositSummary>> {
  const words = search.split(/\s+/).filter((word) => word !== '');
  const isFound = sql<boolean>`(
    ${containsParts(sql`search_form(' ' || deposits.title)`, words)}
    or deposits.id = any(array(
      select deposit_id from deposit_lines where check_number <> '' and check_number = ${search})))`;
  return pageOf(summaries(db).where(isFound), page, newest('deposits'));
}

/** One deposit with its lines, as somebody sees it. 404 for an unknown id. */
export async function getDeposit(
  db: Db,
  reader: Pick<TeamMember, 'id'>,
  id: DepositId,
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  const { closedBy, closedAt, confirmedAt, sentBackAt, sentBackReason, ...row } = await summaries(
    db,
  )
    .select([
      'revision',
      'closedBy',
      'closedAt',
      'confirmedAt',
      'sentBackAt',
      'sentBackReason',
      userNameBy('deposits.closedBy').as('closedByName'),
      userNameBy('deposits.confirmedBy').as('confirmedByName'),
      userNameBy('deposits.sentBackBy').as('sentBackByName'),
    ])
    .where('deposits.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('deposit'));
  const { closedByName, confirmedByName, sentBackByName, ...deposit } = row;
  const { fourEyes } = await settings.read(db);
  const who = (name: string, at: string | null) => (at === null ? null : { name, at });
  const sentBack = who(sentBackByName, sentBackAt);
  return {
    ...deposit,
    closed: who(closedByName, closedAt),
    confirmed: who(confirmedByName, confirmedAt),
    sentBack: sentBack && { ...sentBack, reason: sentBackReason ?? '' },
    confirmObstacle:
      deposit.state === 'closed' ? confirmObstacle({ closedBy }, reader, fourEyes.isOn) : null,
    lines: await readLines(db, id),
  };
}

/** Lines of deposits with their causes and donations. */
export function depositLineRows(db: Db) {
  // Who gave is with the donation, once there is one; so is its cause, which may have been mended since.
  const giver = (column: string, atDonation = column) => sql<string>`case when donation_id is null
    then ${sql.ref(`lines.${column}`)} else coalesce(${sql.ref(`donations.${atDonation}`)}, '') end`;
  return db
    .selectFrom('depositLines as lines')
    .leftJoin('donations', 'donations.id', 'lines.donationId')
    .innerJoin('causes', (join) =>
      join.on((row) =>
        row('causes.id', '=', row.fn.coalesce('donations.causeId', 'lines.causeId')),
      ),
    )
    .select([
      'lines.id',
      'kind',
      'cents as amount',
      'lines.receivedOn',
      'checkNumber',
      'causes.id as causeId',
      'causes.name as causeName',
      giver('firstName').as('firstName'),
      giver('lastName').as('lastName'),
      giver('email').as('email'),
      giver('note', 'description').as('note'),
      'bankLineId',
      'donationId',
      'returnedAs',
      'returnedReason',
      'returnedAt',
      userNameBy('lines.returnedBy').as('returnedByName'),
    ]);
}

/** What the donor of a line announced, if somebody has entered another name, address, or cause. */
const announcedOtherwise = sql<DepositLine['announced']>`(
  select json_build_object('reference', reference, 'name', first_name || ' ' || last_name, 'email', email, 'cause', causes.name)
  from expected_transfers join causes on causes.id = cause_id
  where expected_transfers.id = lines.expected_transfer_id and lines.donation_id is null
    and (first_name, last_name, lower(email), cause_id)
      is distinct from (lines.first_name, lines.last_name, lower(lines.email), lines.cause_id))`;

async function readLines(db: Db, id: DepositId): Promise<DepositLine[]> {
  const lines = await depositLineRows(db)
    .select(announcedOtherwise.as('announced'))
    .where('depositId', '=', id)
    .orderBy('position')
    .execute();
  const alike = await findAlikeLines(db, id);
  return lines.map(
    ({ causeId, causeName, returnedAs, returnedReason, returnedAt, returnedByName, ...line }) => ({
      ...line,
      alike: alike.get(line.id) ?? [],
      cause: { id: causeId, name: causeName },
      returned:
        returnedAs === null || returnedAt === null
          ? null
          : { how: returnedAs, reason: returnedReason ?? '', name: returnedByName, at: returnedAt },
    }),
  );
}

/** How many closed deposits somebody can confirm, and since when the first of them waits. */
export async function countClosedDeposits(
  db: Db,
  reader: Pick<TeamMember, 'id'>,
  isFourEyesOn: boolean,
): Promise<{ count: number; oldestAt: string | null }> {
  const closed = await db
    .selectFrom('deposits')
    .select(['closedBy', 'closedAt'])
    .where('state', '=', 'closed')
    .orderBy('closedAt')
    .execute();
  const waiting = closed.filter((one) => confirmObstacle(one, reader, isFourEyesOn) === null);
  return { count: waiting.length, oldestAt: waiting[0]?.closedAt ?? null };
}
