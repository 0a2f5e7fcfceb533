import type { NominationId, QuestionId } from '#contract/ids.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';

/** Locks the nomination of a question before reading whether the question is open. 404 for one of another nomination. */
export async function lockQuestion(trx: Trx, id: QuestionId, of?: NominationId) {
  const { nominationId } = await trx
    .selectFrom('questions')
    .select('nominationId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('question'));
  if (of !== undefined && nominationId !== of) throw notFound('question');
  const { reference, unreadAnswerSince } = await lockNomination(trx, nominationId);
  // After the lock, because somebody may have closed it meanwhile.
  const question = await trx
    .selectFrom('questions')
    .select(['position', 'closedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('question'));
  return { ...question, nominationId, reference, unreadAnswerSince };
}

export function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select(['isAccepted', 'isRejected', 'isCompleted', 'vettingState', 'reference', 'email'])
    .select('unreadAnswerSince')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}
