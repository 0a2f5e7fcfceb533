import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { publicState } from '#core/nomination-states.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { findAppealForNominator } from '#server/vetting/appeals/queries.ts';
import { didNotWorkOutSql, findToldStatus } from '#server/vetting/nominations/decision-facts.ts';
import { withoutNames } from '#server/vetting/papers/queries.ts';
import { findQuestions } from '#server/vetting/questions/queries.ts';
import { findNominationByLink } from '#server/vetting/tracking-links/queries.ts';

/** {@link getTrackingPage} for a private link, as of one moment. */
export function openTrackingPage(
  db: Db,
  settings: SettingsStore,
  token: string,
): Promise<TrackingPage> {
  return inSnapshot(db, async (trx) =>
    getTrackingPage(trx, settings, await findNominationByLink(trx, token)),
  );
}

/**
 * What the nominator sees of a nomination. It tells a decision once its mail has left, and names nobody: each value is
 * picked here by name, so that nothing internal comes along.
 */
export async function getTrackingPage(
  db: Db,
  settings: SettingsStore,
  id: NominationId,
): Promise<TrackingPage> {
  const { vettingState, vettingStateSince, isHelped, isAllowed, didNotWorkOut, ...submitted } =
    await db
      .selectFrom('nominations')
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select([
        'reference',
        'nominations.createdAt as submittedAt',
        'nominee',
        'causes.name as cause',
        'description',
        'neededCents as neededAmount',
        'urgency',
        'vettingState',
        'vettingStateSince',
        sql<boolean>`spent_cents > 0`.as('isHelped'),
        sql<boolean>`allows_use(consent_said)`.as('isAllowed'),
        didNotWorkOutSql.as('didNotWorkOut'),
      ])
      .where('nominations.id', '=', id)
      .executeTakeFirstOrThrow();
  const told = await findToldStatus(db, id);
  const isPending = told.status === 'pending';
  const questions = await findQuestions(db, id, told.status);
  const appeal = told.status === 'rejected' ? await findAppealForNominator(db, id) : null;
  return {
    ...submitted,
    state: publicState({
      toldStatus: told.status,
      vettingState,
      didNotWorkOut,
      hasHelped: isHelped && !didNotWorkOut,
      hasOpenAppeal: appeal?.sent?.outcome === null,
    }),
    since: isPending ? vettingStateSince : told.since,
    isResting: isPending && vettingState === 'dormant',
    waitsForConsent: told.status === 'accepted' && !isAllowed,
    otherHelp: told.status === 'rejected' ? settings.current().nominees.otherHelp : '',
    appeal,
    usualDays: isPending ? await findUsualDays(db) : null,
    questions: questions.map(
      ({ id: questionId, position, text, dueOn, askedAt, state, answers }) => ({
        id: questionId,
        position,
        text,
        dueOn,
        askedAt,
        state,
        answers: answers.map(({ version, createdAt, text: words, papers }) => ({
          version,
          createdAt,
          text: words,
          papers: withoutNames(papers),
        })),
      }),
    ),
  };
}

const decisionsLookedAt = 50;
// The median of fewer says more about chance than about us.
const fewestDecisions = 10;

/** Days from a nomination to its first decision, the median of the last ones; null where there are too few. */
async function findUsualDays(db: Db): Promise<number | null> {
  const { days, count } = await db
    .selectFrom((from) =>
      from
        .selectFrom('nominationDecisions as decision')
        .innerJoin('nominations', 'nominations.id', 'decision.nominationId')
        .select(
          sql<number>`extract(epoch from decision.created_at - nominations.created_at) / 86400`.as(
            'days',
          ),
        )
        .where('decision.undoneAt', 'is', null)
        .where('decision.statusBefore', '=', 'pending')
        .orderBy('decision.createdAt', 'desc')
        .limit(decisionsLookedAt)
        .as('lately'),
    )
    .select([
      sql<number | null>`ceil(percentile_cont(0.5) within group (order by days))::int`.as('days'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .executeTakeFirstOrThrow();
  return days === null || count < fewestDecisions ? null : Math.max(days, 1);
}
