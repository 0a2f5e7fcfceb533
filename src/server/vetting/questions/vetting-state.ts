import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { VettingState } from '#core/vetting/nomination-states.ts';
import type { Trx } from '#server/platform/db/schema.ts';

/* How far the check of a nomination is, from its questions and answers. */

/** Whether the question of a row has an answer. */
export const isAnsweredSql = sql<boolean>`exists (
  select from answers where question_id = questions.id)`;

/**
 * Brings the state of a nomination's check in line with its questions. The caller has locked the nomination.
 * `wakes`: something new happened, so a resting nomination does not rest anymore, and its month begins anew.
 */
export async function settleVettingState(
  trx: Trx,
  id: NominationId,
  { wakes }: { wakes: boolean },
): Promise<void> {
  const { vettingState: before } = await trx
    .selectFrom('nominations')
    .select('vettingState')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const open = await trx
    .selectFrom('questions')
    .select(isAnsweredSql.as('isAnswered'))
    .where('nominationId', '=', id)
    .where('closedAt', 'is', null)
    .execute();
  const after = stateFor(open);
  if (after === 'asked' ? !wakes && before === 'dormant' : after === before) return;
  await enterVettingState(trx, id, after);
}

function stateFor(open: { isAnswered: boolean }[]): VettingState {
  if (open.length === 0) return 'checking';
  return open.every(({ isAnswered }) => isAnswered) ? 'answered' : 'asked';
}

/** Sets how far the check of a nomination is, from this moment on. */
export async function enterVettingState(
  trx: Trx,
  id: NominationId,
  vettingState: VettingState,
): Promise<void> {
  await trx
    .updateTable('nominations')
    .set({ vettingState, vettingStateSince: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
