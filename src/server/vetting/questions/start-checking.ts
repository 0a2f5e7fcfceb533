import type { NominationId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { eachRow } from '#server/platform/db/each-row.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { lockNomination } from '#server/vetting/questions/lock-question.ts';
import { assertPending } from '#server/vetting/questions/policy.ts';
import { enterVettingState } from '#server/vetting/questions/vetting-state.ts';

/** Notes that somebody has begun to check a pending nomination. Once it is noted, nothing changes. */
export async function startChecking(
  db: Db,
  actor: TeamMember,
  id: NominationId,
): Promise<Nomination> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute((trx) => noteCheck(trx, actor, id));
  return getNomination(db, actor, id);
}

/** The same for several nominations. */
export function startCheckingMany(
  db: Db,
  actor: TeamMember,
  ids: NominationId[],
  idempotencyKey: string | null,
): Promise<ManyOutcome<NominationId>> {
  demandRight(actor, 'nominations.decide');
  const scope = `start checking ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: { ids } }, (trx) =>
    eachRow(trx, ids, (id) => noteCheck(trx, actor, id)),
  );
}

async function noteCheck(trx: Trx, actor: TeamMember, id: NominationId): Promise<void> {
  const nomination = await lockNomination(trx, id);
  assertPending(nomination);
  if (nomination.vettingState !== 'new') return;
  await enterVettingState(trx, id, 'checking');
  await recordAudit(trx, {
    actor: userActor(actor),
    action: 'nomination.check_started',
    subjectId: id,
  });
}
