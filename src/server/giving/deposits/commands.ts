import { sql } from 'kysely';
import type { z } from 'zod';
import type { addDeposit as addContract, Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { lockClosedDeposit, lockOpenDeposit } from '#server/giving/deposits/lock-deposit.ts';
import { totalsOf } from '#server/giving/deposits/policy.ts';
import { getDeposit } from '#server/giving/deposits/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';

/** Begins a deposit with what was counted. */
export function addDeposit(
  db: Db,
  actor: TeamMember,
  input: z.output<(typeof addContract)['body']>,
  idempotencyKey: string | null,
  settings: SettingsStore,
): Promise<Deposit> {
  demandRight(actor, 'money.write');
  const scope = `deposit ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    const id = newId<DepositId>();
    const { title, expectedCount, expectedAmount } = input;
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
    return getDeposit(trx, actor, id, settings);
  });
}

/** Deletes an open deposit. */
export function deleteDeposit(db: Db, actor: TeamMember, id: DepositId): Promise<void> {
  demandRight(actor, 'money.write');
  return db.transaction().execute(async (trx) => {
    const { title, lines } = await lockOpenDeposit(trx, id);
    await trx.deleteFrom('deposits').where('id', '=', id).execute();
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
  settings: SettingsStore,
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
    return getDeposit(trx, actor, id, settings);
  });
}
