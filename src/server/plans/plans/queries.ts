import type { PlanId } from '#contract/ids.ts';
import type { PlanDonation, PlanEvent, PlanPage } from '#contract/plans/plans.ts';
import {
  changeableDays,
  type EndReason,
  endReasonWords,
  failureWords,
  stopAskedWords,
} from '#core/plans/plans.ts';
import { openMoveOfPlan } from '#server/plans/plans/open-plan-moves.ts';
import { findPlanLink } from '#server/plans/plans/plan-links.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
import { listCauses } from '#server/vetting/causes/queries.ts';

/** Plans that have begun, with what is told of them. */
export function planRows(db: Db) {
  return db
    .selectFrom('plans')
    .innerJoin('causes', 'causes.id', 'plans.causeId')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .innerJoin('checkouts', 'checkouts.id', 'plans.id')
    .select([
      'plans.id',
      'plans.createdAt',
      'startedAt',
      'state',
      'stopRequestedAt',
      'plans.amountCents',
      'plans.coverCents',
      'interval',
      'plans.isAnonymous',
      'causes.id as causeId',
      'causes.name as causeName',
      'donors.id as donorId',
      'donors.firstName',
      'donors.lastName',
      'nextChargeAt',
      'pausedUntil',
      'failingSince',
      'lastFailureCode',
      'nextTryAt',
      'mustConfirm',
      'plans.endedAt',
      'endedWhy',
      'cardBrand',
      'cardLast4',
      'cardExpires',
      'provider',
      'subscriptionId',
      'customerId',
    ])
    .where('state', '<>', 'started');
}

/** Whether an overdue payment may still be tried: nobody has asked to stop its plan. */
export async function mayCollect(db: Db, subscriptionId: string): Promise<boolean> {
  const stopped = await db
    .selectFrom('plans')
    .select('id')
    .where('subscriptionId', '=', subscriptionId)
    .where('stopRequestedAt', 'is not', null)
    .executeTakeFirst();
  return stopped === undefined;
}

/** A row of {@link planRows}. */
export type PlanRow = Awaited<ReturnType<ReturnType<typeof planRows>['executeTakeFirstOrThrow']>>;

/** What everybody reads of a plan who may read it at all. */
export function toldOf(row: PlanRow, reader: PlanReader) {
  const { state, stopRequestedAt, failingSince, nextTryAt, mustConfirm, endedAt, endedWhy } = row;
  const isBeingStopped = stopRequestedAt !== null && state !== 'ended';
  return {
    startedAt: row.startedAt ?? row.createdAt,
    state,
    isBeingStopped,
    amount: row.amountCents,
    cover: row.coverCents,
    interval: row.interval,
    cause: { id: row.causeId, name: row.causeName },
    // Whoever asked to stop it wants no other payment, whatever the provider still has planned.
    nextChargeAt: isBeingStopped ? null : row.nextChargeAt,
    pausedUntil: row.pausedUntil,
    failure:
      failingSince === null
        ? null
        : {
            since: failingSince,
            reason: failureWords(row.lastFailureCode, reader === 'donor' ? 'owner' : 'team'),
            nextTryAt: isBeingStopped ? null : nextTryAt,
            mustConfirm,
          },
    ended: endedAt === null || endedWhy === null ? null : { at: endedAt, why: endedWhy },
  };
}

/** The card of a plan; null if it is not known. */
export function cardOf({ cardBrand, cardLast4, cardExpires }: PlanRow) {
  if (cardBrand === null || cardLast4 === null) return null;
  return { brand: cardBrand, last4: cardLast4, expires: cardExpires ?? '' };
}

/** One plan that has begun. 404 for an unknown id. */
export function findPlanRow(db: Db, id: PlanId): Promise<PlanRow> {
  return planRows(db)
    .where('plans.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('recurring donation'));
}

/** Who reads about a plan. */
type PlanReader = 'team' | 'donor';

/** What happened to a plan, the oldest first. */
export async function eventsOf(db: Db, id: PlanId, reader: PlanReader): Promise<PlanEvent[]> {
  const rows = await db
    .selectFrom('planEvents')
    .innerJoin('causes', 'causes.id', 'planEvents.causeId')
    .select([
      'planEvents.createdAt as at',
      'kind',
      'actor',
      'why',
      'until',
      'amountCents as amount',
      'coverCents as cover',
      'interval',
      'causes.name as cause',
      actorNameBy('actor').as('name'),
    ])
    .where('planId', '=', id)
    .orderBy('planEvents.createdAt')
    .orderBy('planEvents.id')
    .execute();
  return rows.map(({ actor, name, why, ...event }) => ({
    ...event,
    by: actorWords(actor, name, reader),
    why: whyWords(event.kind, why, reader),
  }));
}

function actorWords(actor: string, name: string | null, reader: PlanReader): string {
  if (actor === 'donor') return reader === 'donor' ? 'You' : 'the donor';
  if (actor === 'new-address') return 'somebody with a link to a new address';
  if (actor.startsWith('user:')) {
    return reader === 'donor' ? 'Our team' : (name ?? 'A removed user');
  }
  return actor.startsWith('provider:') ? 'the payment provider' : 'this site';
}

function whyWords(kind: PlanEvent['kind'], why: string | null, reader: PlanReader): string {
  if (kind === 'failed') return failureWords(why, reader === 'donor' ? 'owner' : 'team');
  const words = kind === 'stop_requested' ? stopAskedWords : endReasonWords;
  return why === null ? '' : (words[why as EndReason] ?? '');
}

/** Its latest donations. */
export function donationsOf(db: Db, id: PlanId): Promise<PlanDonation[]> {
  return db
    .selectFrom('donations')
    .innerJoin('causes', 'causes.id', 'donations.causeId')
    .select([
      'donations.id',
      'receivedOn',
      'amountCents as amount',
      'coverCents as cover',
      'returnedCents as returned',
      'causes.name as cause',
    ])
    .where('planId', '=', id)
    .orderBy('receivedOn', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(100)
    .execute();
}

/** What a donor sees of the plan that a link leads to. */
export async function openPlanPage(
  db: Db,
  token: string,
  { settings, limits }: { settings: SettingsStore; limits: { minCents: number; maxCents: number } },
): Promise<PlanPage> {
  const { planId, changesUntil } = await findPlanLink(db, token);
  const row = await findPlanRow(db, planId);
  return {
    firstName: row.firstName,
    isAnonymous: row.isAnonymous,
    ...toldOf(row, 'donor'),
    mayChargeAt: row.stopRequestedAt === null || row.state === 'ended' ? null : row.nextChargeAt,
    card: cardOf(row),
    events: await eventsOf(db, planId, 'donor'),
    donations: await donationsOf(db, planId),
    move: await openMoveOfPlan(db, planId),
    changesUntil,
    limits: { min: limits.minCents, max: limits.maxCents },
    cardCosts: settings.current().cardCosts,
    days: changeableDays(new Date(), settings.current().timeZone),
    causes: (await listCauses(db))
      .filter(({ id, state }) => state === 'open' || id === row.causeId)
      .map(({ id, name }) => ({ id, name })),
  };
}
