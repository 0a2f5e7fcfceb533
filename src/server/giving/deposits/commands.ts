import { sql } from 'kysely';
import type { z } from 'zod';
import type { addDeposit as addContract, Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { lockClosedDeposit, lockOpenDeposit } from '#server/giving/deposits/lock-deposit.ts';
import { totalsOf } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { forgetResponses, oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';

type Counted = z.output<(typeof addContract)['body']>;

/** Begins a deposit with what was counted. */
export function addDeposit(
  db: Db,
  actor: TeamMember,
  input: Counted,
  idempotencyKey: string | null,
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const scope = `deposit ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const id = await insertDeposit(trx, actor, input);
    return getDeposit(trx, actor, id, { settings });
  });
}

/** Inserts a deposit without lines, as it was counted, and records it. */
export async function insertDeposit(
  trx: Trx,
  actor: TeamMember,
  { title, expectedCount, expectedAmount }: Counted,
): Promise<DepositId> {
  const id = newId<DepositId>();
  await trx
    .insertInto('deposits')
    .values({ id, title, expectedCount, expectedCents: expectedAmount, countedBy: actor.id })
    .execute();
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'deposit.added',
    subjectId: id,
    after: { name: title, lines: expectedCount, amount: expectedAmount },
  });
  return id;
}

/** Deletes an open deposit. */
export function deleteDeposit(db: Db, actor: TeamMember, id: DepositId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const { title, lines } = await lockOpenDeposit(trx, id);
    await trx.deleteFrom('deposits').where('id', '=', id).execute();
    await forgetResponses(trx, { ids: [id] });
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.deleted',
      subjectId: id,
      before: { name: title, ...totalsOf(lines) },
    });
  });
}

/** Opens a closed deposit again, with a reason. */
export function sendDepositBack(
  db: Db,
  actor: TeamMember,
  { id, reason }: { id: DepositId; reason: string },
  { settings }: Pick<Deps, 'settings'>,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    await lockClosedDeposit(trx, id);
    await trx
      .updateTable('deposits')
      .set((row) => ({
        state: 'open',
        closedBy: null,
        closedAt: null,
        sentBackBy: actor.id,
        sentBackAt: sql<string>`now()`,
        sentBackReason: reason,
        revision: row('revision', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'deposit.sent_back',
      subjectId: id,
      reason,
    });
    return getDeposit(trx, actor, id, { settings });
  });
}
