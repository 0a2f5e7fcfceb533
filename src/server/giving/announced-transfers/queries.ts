import { type RawBuilder, sql } from 'kysely';
import type { AnnouncedTransfer } from '#contract/documents.ts';
import type { FilterOf, QueryOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/giving/announced-transfers.ts';
import type { ExpectedTransfer } from '#contract/giving/announced-transfers.ts';
import type { BankLineId, CauseId, DepositId, ExpectedTransferId } from '#contract/ids.ts';
import { findTransferReferences, readTransferReference } from '#core/giving/transfer-reference.ts';
import { newest, type Page, pageOf } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';

const arrived = sql`from deposit_lines where expected_transfer_id = expected_transfers.id
  and returned_as is distinct from 'reversal'`;

/** Bank transfers that donors announced, newest first. */
export async function listExpectedTransfers(
  db: Db,
  { limit, cursor, ...filter }: QueryOf<typeof contract.listExpectedTransfers>,
): Promise<Page<ExpectedTransfer>> {
  const query = expectedTransferRows(db).where(transfersShown(filter));
  const { items, nextCursor } = await pageOf(query, { limit, cursor }, newest('expectedTransfers'));
  return {
    nextCursor,
    items: items.map(({ causeId, causeName, ...transfer }) => ({
      ...transfer,
      cause: { id: causeId, name: causeName },
    })),
  };
}

/** All announced transfers with what arrived of them. */
export function expectedTransferRows(db: Db) {
  return db
    .selectFrom('expectedTransfers')
    .innerJoin('causes', 'causes.id', 'causeId')
    .select([
      'expectedTransfers.id',
      'expectedTransfers.createdAt',
      'reference',
      'amountCents as amount',
      'causes.id as causeId',
      'causes.name as causeName',
      'firstName',
      'lastName',
      'email',
      sql<number>`(select count(*) ${arrived})`.as('arrivals'),
      sql<string | null>`(select max(received_on) ${arrived})`.as('lastArrivedOn'),
    ]);
}

/** Whether a filter shows an announced transfer. */
export function transfersShown({
  isWaiting,
  reference,
}: FilterOf<typeof contract.listExpectedTransfers>): RawBuilder<boolean> {
  const waits = isWaiting === 'true' ? sql`not exists (select ${arrived})` : sql`true`;
  const isNamed = reference
    ? sql`expected_transfers.reference = ${readTransferReference(reference)}`
    : sql`true`;
  return sql<boolean>`(${waits} and ${isNamed})`;
}

/** The announced transfer with a reference, without who announced it; null if there is none. */
export async function findAnnouncedTransfer(
  db: Db,
  reference: string,
): Promise<AnnouncedTransfer | null> {
  const transfer = await db
    .selectFrom('expectedTransfers')
    .innerJoin('causes', 'causes.id', 'causeId')
    .select(['reference', 'amountCents as amount', 'causes.name as causeName'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  return transfer ?? null;
}

interface NamedTransfer {
  id: ExpectedTransferId;
  reference: string;
  causeId: CauseId;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * The announced transfer of each line of the bank whose text names one, by the id of the line. A line that names several
 * is left to somebody who reads it.
 */
export async function findNamedTransfers(
  db: Db,
  lines: { id: BankLineId; text: string; counterparty: string }[],
): Promise<Map<BankLineId, NamedTransfer>> {
  // Apart: the end of a name and the start of a text must not make a reference.
  const namedBy = new Map(
    lines.map(({ id, text, counterparty }) => [
      id,
      [text, counterparty].flatMap(findTransferReferences),
    ]),
  );
  const references = [...namedBy.values()].flat();
  if (references.length === 0) return new Map();
  const transfers = await db
    .selectFrom('expectedTransfers')
    .select(['id', 'reference', 'causeId', 'firstName', 'lastName', 'email'])
    .where('reference', 'in', references)
    .execute();
  const byReference = new Map(transfers.map((transfer) => [transfer.reference, transfer]));
  return new Map(
    [...namedBy].flatMap(([id, names]): [BankLineId, NamedTransfer][] => {
      const known = new Set(names.flatMap((name) => byReference.get(name) ?? []));
      const [transfer] = known;
      return transfer && known.size === 1 ? [[id, transfer]] : [];
    }),
  );
}

/** The deposits that lines of the bank were entered into and that are not confirmed yet, by the id of the line. */
export async function findEnteredDeposits(
  db: Db,
  lineIds: BankLineId[],
): Promise<Map<BankLineId, { id: DepositId; title: string }>> {
  if (lineIds.length === 0) return new Map();
  const entered = await db
    .selectFrom('depositLines')
    .innerJoin('deposits', 'deposits.id', 'depositId')
    .select(['bankLineId', 'deposits.id', 'title'])
    .where('bankLineId', 'in', lineIds)
    .where('state', '<>', 'confirmed')
    .execute();
  return new Map(
    entered.flatMap(
      ({ bankLineId, id, title }): [BankLineId, { id: DepositId; title: string }][] =>
        bankLineId === null ? [] : [[bankLineId, { id, title }]],
    ),
  );
}
