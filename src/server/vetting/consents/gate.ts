import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import {
  type ConsentSaid,
  type ConsentScope,
  findHiddenName,
  type HelpStage,
  type HiddenNames,
  unnamedNominee,
} from '#core/vetting/consent.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import { keepPageHidden, setPageVisibility } from '#server/vetting/nominations/page-visibility.ts';

/* What takes the consent of a nominee, which texts may not have the name of an unnamed one, and what hides a page. */

/**
 * Whether the nominee of the nomination of a row agrees, or nobody has to ask: as of this moment, not of a job. As
 * `allows_use` of the database, which is asked once and not for each of many nominations.
 */
export const isAllowedSql = sql<boolean>`case when nominations.consent_said is null then (select allows_use(null))
    else nominations.consent_said = 'given' end
  and (nominations.consent_said is null or nominations.consent_ends_at is null
    or nominations.consent_ends_at > clock_timestamp())`;

/** Whether the nominee of the nomination of a row does not want it shown, or not anymore. */
export const isTakenBackSql = sql<boolean>`nominations.consent_said in ('declined', 'withdrawn', 'ended')`;

/** Why a nomination, which had a public page, has none now, as far as its nominee wished that; null for anything else. */
export async function whyHidden(
  db: Db,
  id: NominationId,
): Promise<'taken-down' | 'being-rewritten' | null> {
  const page = await db
    .selectFrom('publicPages')
    .innerJoin('nominations', 'nominations.id', 'publicPages.nominationId')
    .select(isTakenBackSql.as('isTakenBack'))
    .where('nominationId', '=', id)
    .where('publishedAt', 'is not', null)
    .where('isAccepted', '=', true)
    .executeTakeFirst();
  if (page?.isTakenBack) return 'taken-down';
  return page && (await findNameInTexts(db, id)) !== null ? 'being-rewritten' : null;
}

/** How far the help for the nominee of the nomination of a row is. */
export const helpStageSql = sql<HelpStage>`case
  when need_state(nominations.id) <> 'open' then 'over'
  when nominations.allocated_cents > 0 or nominations.spent_cents > 0 then 'begun'
  else 'proposed' end`;

/** The nominee of the nomination of a row for files that leave the charity. */
export const nomineeInFiles = sql<string>`case when nominations.stays_unnamed
  then ${unnamedNominee}::text else nominations.nominee end`;

/** What the nominee of the nomination of a row was called before it was corrected. */
export const formerNomineesSql = sql<string[]>`(select coalesce(json_agg(corrections.nominee), '[]')
  from nomination_corrections as corrections
  where corrections.nomination_id = nominations.id and corrections.nominee is not null)`;

/** What could name the nominee of the nomination of a row; null if they do not stay unnamed. */
export const hiddenNamesSql = sql<HiddenNames | null>`case when nominations.stays_unnamed then (
  select json_build_object('nominee', nominations.nominee, 'formerly', ${formerNomineesSql}, 'publicName', coalesce(max(public_name), ''))
  from public_pages where public_pages.nomination_id = nominations.id) end`;

/** Throws 409 `consent_missing` unless {@link isAllowedSql}: before money is allocated. */
export function assertConsented({
  isAllowed,
  consentSaid,
}: {
  isAllowed: boolean;
  consentSaid: ConsentSaid;
}): void {
  if (isAllowed) return;
  throw new AppError('consent_missing', whyMissing(consentSaid));
}

function whyMissing(said: ConsentSaid): string {
  switch (said) {
    case null:
      return 'The nominee has not agreed yet. Ask for consent on the page of the nomination first.';
    case 'declined':
      return 'The nominee has declined to be helped.';
    case 'withdrawn':
      return 'The nominee has withdrawn the consent.';
    case 'given':
    case 'ended':
      return 'The nominee’s consent has ended. Ask again on the page of the nomination.';
  }
}

/** Throws 409 `consent_missing` unless something of the nominee may be public. */
export async function assertMayBeShown(trx: Trx, id: NominationId): Promise<void> {
  const nomination = await trx
    .selectFrom('nominations')
    .select(['consentSaid', isAllowedSql.as('isAllowed')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  assertConsented(nomination);
}

/**
 * Throws 409 `consent_missing` if the nominee stays unnamed, but a text that everybody could read has the name. To be
 * called in the transaction that changes such a text, after the change.
 */
export async function assertNameless(trx: Trx, id: NominationId): Promise<void> {
  const found = await findNameInTexts(trx, id);
  if (found === null) return;
  throw new AppError(
    'consent_missing',
    `The nominee stays unnamed, but ${found.where} has “${found.word}”. Take it out first.`,
  );
}

/** Throws 409 `consent_missing` unless news of the nominee may be told: after publishing it, in the same transaction. */
export async function assertMayTell(trx: Trx, id: NominationId): Promise<void> {
  await assertMayBeShown(trx, id);
  if (!(await findLimits(trx, id)).showsStory) {
    throw new AppError(
      'consent_missing',
      'The nominee prefers not to have the story told, and an update tells a part of it.',
    );
  }
  await assertNameless(trx, id);
}

/** What of a nominee may show, by the last answer. */
export async function findLimits(db: Db, id: NominationId): Promise<ConsentScope> {
  const said = await db
    .selectFrom('consents')
    .select(['showsName', 'showsStory', 'showsPhotos'])
    .where('nominationId', '=', id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return said ?? { showsName: true, showsStory: true, showsPhotos: true };
}

/** A word of the name of an unnamed nominee, and which text has it. */
export interface NameInText {
  word: string;
  where: string;
}

/**
 * A word of the name of an unnamed nominee, and the public text that has it; null if there is none. What does not show
 * anyway names nobody.
 */
export async function findNameInTexts(
  db: Db,
  id: NominationId,
  /** What would show; otherwise, what the nominee said. */
  within?: ConsentScope,
): Promise<NameInText | null> {
  const { showsName, showsStory, showsPhotos } = within ?? (await findLimits(db, id));
  if (showsName) return null;
  const { publicName, summary, story, ...names } = await db
    .selectFrom('nominations')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select(['nominee', formerNomineesSql.as('formerly'), 'publicName', 'summary', 'story'])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const updates = await db
    .selectFrom('updates')
    .select(['title', 'text'])
    .where('nominationId', '=', id)
    .where('publishedAt', 'is not', null)
    .execute();
  const files = await db
    .selectFrom('files')
    .select(['kind', 'caption', 'alternativeText'])
    .where('nominationId', '=', id)
    .where('isPublished', '=', true)
    .execute();
  const told: [where: string, text: string][] = [
    ['the summary', summary ?? ''],
    ['the story', story ?? ''],
    ...updates.flatMap(({ title, text }): [string, string][] => [
      [`the update “${title}”`, title],
      [`the update “${title}”`, text],
    ]),
  ];
  const texts = [
    ...(showsStory ? told : []),
    ...files
      .filter(({ kind }) => kind === 'receipt' || showsPhotos)
      .flatMap(({ kind, caption, alternativeText }): [string, string][] => [
        [`the description of a ${kind}`, caption],
        [`the description of a ${kind}`, alternativeText],
      ]),
  ];
  for (const [where, text] of texts) {
    const word = findHiddenName(text, { ...names, publicName: publicName ?? '' });
    if (word !== null) return { word, where };
  }
  return null;
}

/** Hides the page, so that somebody has to publish it anew: what may be on it has changed. Returns whether it was published. */
export async function hidePage(trx: Trx, actor: string, id: NominationId): Promise<boolean> {
  await keepPageHidden(trx, id);
  return setPageVisibility(trx, actor, id, false);
}

/** {@link hidePage} if the nominee stays unnamed now and a text on it has the name: of a page that was public, which. */
export async function hideNamingPage(
  trx: Trx,
  actor: string,
  id: NominationId,
): Promise<NameInText | null> {
  const found = await findNameInTexts(trx, id);
  return found !== null && (await hidePage(trx, actor, id)) ? found : null;
}
