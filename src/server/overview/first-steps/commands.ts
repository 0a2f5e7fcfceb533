import type { FirstStep } from '#contract/overview/first-steps.ts';
import {
  type FirstStepName,
  firstStepNames,
  firstSteps,
  type StepByHand,
} from '#core/overview/first-steps.ts';
import { findDone, type SeenParts, seenOf } from '#server/overview/first-steps/queries.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Db } from '#server/platform/db/schema.ts';

/** The first steps in their order. What is seen done for the first time is noted, so that it stays done. */
export async function lookAtFirstSteps(parts: SeenParts): Promise<FirstStep[]> {
  const known = await findDone(parts.db);
  const left = firstStepNames.filter((name) => !known.some((step) => step.name === name));
  const seen = await seenOf(left, parts);
  if (seen.length > 0) await noteSeen(parts.db, seen);
  const done = seen.length > 0 ? await findDone(parts.db) : known;
  return firstStepNames.map(
    (name) => done.find((step) => step.name === name) ?? { name, doneAt: null, doneBy: null },
  );
}

async function noteSeen(db: Db, seen: FirstStepName[]): Promise<void> {
  await db
    .insertInto('firstStepsDone')
    .values(seen.map((step) => ({ step, actor: 'system' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Says of a step that it is done, or takes back that somebody said so; what the software saw stays done. */
export function markFirstStep(
  db: Db,
  actor: TeamMember,
  { step, isDone }: { step: StepByHand; isDone: boolean },
): Promise<void> {
  demandRight(actor, 'settings.write');
  return db.transaction().execute(async (trx) => {
    const changed = isDone
      ? await trx
          .insertInto('firstStepsDone')
          .values({ step, actor: userActor(actor) })
          .onConflict((conflict) => conflict.doNothing())
          .returning('step')
          .execute()
      : await trx
          .deleteFrom('firstStepsDone')
          .where('step', '=', step)
          .where('actor', '<>', 'system')
          .returning('step')
          .execute();
    if (changed.length === 0) return;
    await recordAudit(trx, {
      actor: userActor(actor),
      action: isDone ? 'first_step.done' : 'first_step.reopened',
      subjectId: 'first-steps',
      after: { step: firstSteps[step].title },
    });
  });
}
