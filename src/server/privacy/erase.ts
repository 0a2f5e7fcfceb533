import { sql } from 'kysely';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { ErasureId } from '#contract/ids.ts';
import type { AuditValues } from '#core/audit.ts';
import { lockErasures } from '#server/donors/donors/lock-donors.ts';
import { settleDeadMails } from '#server/platform/alerting/dead-mails.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { forgetResponses } from '#server/platform/db/idempotency.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { eraseFromJobs } from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import { dataMap, type PersonScope, rowsOf, type TableRule } from '#server/privacy/data-map.ts';
import { blackOut, liftTimeLimit } from '#server/privacy/mentions.ts';
import { addressesIn, asJson, textsOf, wordsFor } from '#server/privacy/words.ts';

/* Carries out an erasure. */

/** Lets one erasure at a time run, so that the second one finds nothing left. */
export async function beginErasure(trx: Trx): Promise<void> {
  await liftTimeLimit(trx);
  await lockErasures(trx);
}

/** Keeps others from changing these records until the transaction ends, such as a donation that is being booked. */
export async function lockPeople(
  trx: Trx,
  { donors, donations, nominations }: PersonScope,
): Promise<void> {
  for (const [table, ids] of [
    ['donors', donors],
    ['donations', donations],
    ['nominations', nominations],
  ] as const) {
    await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(
      trx,
    );
  }
}

interface NewErasure {
  id: ErasureId;
  /** How the trail names whoever does it, and which action it is. */
  actor: string;
  action: AuditAction;
  reason: 'request' | 'age';
  /** What a restored backup recognizes the addresses by. */
  hashes: string[];
  /** Whether a person has seen which words are blacked out. */
  isConfirmed: boolean;
}

/**
 * Erases everything that belongs to somebody, as the data map says, and what the trail says about them. The caller has
 * locked erasures and found out that nothing stands in the way.
 */
export async function erase(
  trx: Trx,
  scope: PersonScope,
  { id, actor, action, reason, hashes, isConfirmed }: NewErasure,
): Promise<void> {
  const { donors, donations, nominations, offers, addresses, words } = scope;
  await trx
    .insertInto('erasures')
    .values({ id, reason, donors: [...donors, ...offers], nominations, addresses: hashes })
    .execute();
  const after: AuditValues = { donations: donations.length, nominations: nominations.length };
  // First, because the trail lets its texts be blacked out only in a transaction that says so.
  await recordAudit(trx, { actor, action, subjectId: id, after });
  await sql`select erase_from_trail(${asJson(words)}::jsonb, ${[...donors, ...donations, ...nominations, ...offers]}::text[])`.execute(
    trx,
  );
  // While the rows are still theirs.
  const everywhere = words.filter(({ within }) => !within);
  await forgetResponses(trx, { ids: await idsOf(trx, scope), words: textsOf(everywhere) });
  for (const [table, rule] of Object.entries(dataMap)) {
    await eraseRows(trx, table, rule, scope);
    await blackOut(trx, [table, rule], scope, { isConfirmed });
  }
  await eraseFromJobs(trx, mailQueue, {
    addresses: [...addresses, ...addressesIn(words)],
    words: textsOf(words),
    wordsFor: (row) => wordsFor(row, words),
  });
  // They may contain the person.
  await trx
    .updateTable('exports')
    .set({ state: 'deleted', storageKey: null })
    .where('state', '=', 'ready')
    .execute();
  await settleDeadMails(trx);
}

/** The ids of all rows of somebody. */
async function idsOf(trx: Trx, scope: PersonScope): Promise<string[]> {
  const each = Object.entries(dataMap).flatMap(([table, rule]) => {
    const rows = rowsOf(rule, scope);
    return rows
      ? [sql`select to_jsonb(own) ->> 'id' as id from ${sql.table(table)} as own where ${rows}`]
      : [];
  });
  const { rows } = await sql<{ id: string | null }>`${sql.join(each, sql` union all `)}`.execute(
    trx,
  );
  return rows.flatMap(({ id }) => id ?? []);
}

async function eraseRows(
  trx: Trx,
  table: string,
  rule: TableRule,
  scope: PersonScope,
): Promise<void> {
  const rows = rowsOf(rule, scope);
  if (!rows) return;
  const name = sql.table(table);
  if (rule.rowsLeave) {
    await sql`delete from ${name} where ${rows}`.execute(trx);
    return;
  }
  const values = Object.entries(rule.columns).flatMap(([column, each]) =>
    each.is === 'replaced' ? [sql`${sql.id(column)} = ${each.value(scope)}`] : [],
  );
  if (values.length === 0) return;
  await sql`update ${name} set ${sql.join(values)} where ${rows}`.execute(trx);
}
