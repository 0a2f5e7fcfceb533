import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import type { Db, Schema, Trx } from '#server/platform/db/schema.ts';
import type { PlanChange } from '#server/provider/payment-provider/provider.ts';

/*
 * What the team changes is told to the donor once the provider has done it. If its answer is lost, that is known only when
 * an event or the comparison tells how the plan is: so what is to be told waits with the plan.
 */

/** What a change makes of a plan, as one text; what it does not touch may be anything. */
function aimOf({ parts, pausedUntil }: PlanChange): string {
  if (parts !== undefined) return `amount ${parts.amountCents}+${parts.coverCents}`;
  return pausedUntil ? `paused ${pausedUntil.toISOString()}` : 'not paused';
}

type Plan = Selectable<Schema['plans']>;

/** Keeps what the donor is to be told, before the provider is asked. */
export async function keepTeamChange(
  db: Db,
  id: PlanId,
  words: string,
  change: PlanChange,
): Promise<void> {
  await db
    .updateTable('plans')
    .set({ teamChange: words, teamChangeTo: aimOf(change), teamChangeAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Nothing was changed, so there is nothing to tell. */
export async function dropTeamChange(db: Db, id: PlanId): Promise<void> {
  await db
    .updateTable('plans')
    .set({ teamChange: null, teamChangeTo: null, teamChangeAt: null })
    .where('id', '=', id)
    .execute();
}

// A change that nobody has seen for so long was not made; in milliseconds.
const memory = 3 * 24 * 3600 * 1000;

/** What the donor is to be told now that a plan is like this; null if nothing. It is told once. */
export async function takeTeamChange(trx: Trx, plan: Plan): Promise<string | null> {
  const { id, teamChange, teamChangeTo, teamChangeAt } = plan;
  if (teamChange === null || teamChangeAt === null) return null;
  const isPaused = plan.state === 'paused';
  const aims = [
    `amount ${plan.amountCents}+${plan.coverCents}`,
    ...(isPaused && plan.pausedUntil !== null
      ? [`paused ${new Date(plan.pausedUntil).toISOString()}`]
      : []),
    ...(isPaused ? [] : ['not paused']),
  ];
  const isOld = Date.now() - Date.parse(teamChangeAt) > memory;
  const isDone = aims.includes(teamChangeTo ?? '');
  if (!isDone && !isOld) return null;
  await dropTeamChange(trx, id);
  return isDone ? teamChange : null;
}
