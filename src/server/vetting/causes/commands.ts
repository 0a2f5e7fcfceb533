import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import type { Cause, CauseInput } from '#contract/vetting/causes.ts';
import { wasLeftSql } from '#server/ledger/move-to-other-cause.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { isStillReferenced, violates } from '#server/platform/db/database-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { expireAbandonedCheckouts } from '#server/provider/payment-provider/abandoned-checkouts.ts';
import { nameTaken, refuseFormerName } from '#server/vetting/causes/change-cause.ts';
import { getCause } from '#server/vetting/causes/queries.ts';

/* Adding causes, and when one can be deleted. */

/** Adds a cause. 409 if its name is or was that of another one. */
export async function createCause(
  db: Db,
  actor: TeamMember,
  { name, isForRunningCosts }: CauseInput,
): Promise<Cause> {
  demandRight(actor, 'causes.write');
  const id = newId<CauseId>();
  try {
    await db.transaction().execute(async (trx) => {
      await refuseFormerName(trx, name, id);
      await trx.insertInto('causes').values({ id, name, isForRunningCosts }).execute();
      await recordAudit(trx, {
        actor: userActor(actor),
        action: 'cause.created',
        subjectId: id,
        after: { name, ...(isForRunningCosts && { isForRunningCosts }) },
      });
    });
  } catch (error) {
    throw violates(error, 'causes_name_unique') ? nameTaken(name) : error;
  }
  return getCause(db, id);
}

/**
 * Deletes a cause that nothing refers to. The foreign keys decide, so that a donation or nomination that arrives
 * at the same moment cannot slip in.
 */
export function deleteCause(db: Db, actor: TeamMember, id: CauseId): Promise<void> {
  demandRight(actor, 'causes.write');
  return removeCause(db, userActor(actor), id);
}

/** As `deleteCause`, for whoever may have it deleted. */
export async function removeCause(db: Db, actor: string, id: CauseId): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await expireAbandonedCheckouts(trx);
      // Waits for an import that begins to need it.
      await trx.selectFrom('causes').select('id').where('id', '=', id).forUpdate().execute();
      await refuseRunningPlans(trx, id);
      if (await isInUse(trx, id)) throw await causeInUse(trx, id);
      const { name } = await trx
        .deleteFrom('causes')
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirstOrThrow(() => notFound('cause'));
      await recordAudit(trx, {
        actor,
        action: 'cause.deleted',
        subjectId: id,
        before: { name },
      });
    });
  } catch (error) {
    if (violates(error, 'checkouts_cause_while_open') || violates(error, 'plans_cause_id_fkey')) {
      throw new AppError(
        'cause_in_use',
        'Somebody may be donating to this cause right now. Please try again in two hours.',
      );
    }
    throw isStillReferenced(error) ? await causeInUse(db, id) : error;
  }
}

async function isInUse(trx: Trx, id: CauseId): Promise<boolean> {
  const found = await trx
    .selectFrom('donations')
    .select('causeId')
    .where('causeId', '=', id)
    .unionAll(trx.selectFrom('nominations').select('causeId').where('causeId', '=', id))
    .unionAll(trx.selectFrom('expectedTransfers').select('causeId').where('causeId', '=', id))
    .unionAll(
      trx
        .selectFrom('imports')
        .select(sql<CauseId>`${id}::uuid`.as('causeId'))
        .where('state', '=', 'booking')
        .where(sql<boolean>`causes @> ${JSON.stringify([{ causeId: id }])}::jsonb`),
    )
    .unionAll(
      trx.selectFrom('causes').select('id as causeId').where('id', '=', id).where(wasLeftSql(id)),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function refuseRunningPlans(trx: Trx, id: CauseId): Promise<void> {
  const closed = await trx
    .selectFrom('causes')
    .select('name')
    .where('plansToId', '=', id)
    .executeTakeFirst();
  if (closed) {
    throw new AppError(
      'cause_in_use',
      `Recurring donations to “${closed.name}”, which is closed, go to this cause, so it cannot be deleted.`,
    );
  }
  const plan = await trx
    .selectFrom('plans')
    .select('id')
    .where('causeId', '=', id)
    .where('state', '<>', 'started')
    .limit(1)
    .executeTakeFirst();
  if (plan) {
    throw new AppError(
      'cause_in_use',
      'This cause has recurring donations, so it cannot be deleted.',
    );
  }
}

async function causeInUse(db: Db, id: CauseId): Promise<AppError> {
  const { donations, nominations } = (await getCause(db, id))._count;
  return new AppError(
    'cause_in_use',
    donations + nominations > 0
      ? 'This cause has donations or nominations, so it cannot be deleted.'
      : 'A transfer that is expected, an import, or a donation that was for this cause before refers to it, so it cannot be deleted. You can hide or close it.',
  );
}
