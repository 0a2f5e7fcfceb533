import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { usualOtherHelp, whyDeclined } from '#core/vetting/decision-reasons.ts';
import { publicState } from '#core/vetting/nomination-states.ts';
import { halfWithinSql, recentlySql } from '#server/platform/db/half-within.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
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
    otherHelp:
      told.status === 'rejected' ? settings.current().nominees.otherHelp || usualOtherHelp : '',
    whyDeclined: told.status === 'rejected' ? whyTold(told) : null,
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

/** A letter is in the mail alone, and its writer may have told why in other words than the reason for the team. */
function whyTold({ reason, hasLetter }: { reason: string | null; hasLetter: boolean }): string {
  return hasLetter ? 'The letter in our email tells you more.' : whyDeclined(reason);
}

/** Days from a nomination to its first decision, with those that nobody has decided yet; null where they say nothing. */
async function findUsualDays(db: Db): Promise<number | null> {
  // Of what was decided before decisions were noted, nobody knows how long it took.
  const { rows } = await sql<{ days: number | null }>`select ${halfWithinSql(sql`
    select nominations.created_at as began,
      extract(epoch from decided.created_at - nominations.created_at) / 86400 as days
    from nominations left join nomination_decisions as decided
      on decided.nomination_id = nominations.id and decided.undone_at is null and decided.status_before = 'pending'
        and not exists (select from nomination_decisions as earlier
          where earlier.nomination_id = nominations.id and earlier.undone_at is null
            and earlier.status_before = 'pending' and earlier.position < decided.position)
    where (nominations.created_at > ${recentlySql} or decided.id is null)
      and (decided.id is not null
        or erased_at is null and not (is_accepted or is_rejected or is_completed))`)} as days`.execute(
    db,
  );
  return rows[0]?.days ?? null;
}
