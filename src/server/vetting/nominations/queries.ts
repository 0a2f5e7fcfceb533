import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { FilterOf, QueryOf } from '#contract/endpoint.ts';
import type { DonationId, NominationId } from '#contract/ids.ts';
import type * as contract from '#contract/vetting/nominations.ts';
import type {
  DecisionPreview,
  Neighbors,
  Nomination,
  NominationSummary,
} from '#contract/vetting/nominations.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import type { LetterAction } from '#core/vetting/decision-reasons.ts';
import { readReference } from '#core/vetting/nomination-reference.ts';
import { flagsOf, type NominationAction, statusAfter } from '#core/vetting/nomination-status.ts';
import { type TeamMember, visibleTo } from '#server/platform/actor.ts';
import {
  idStartsWith,
  newest,
  type Page,
  type PageInput,
  pageOf,
  pageOfBoth,
} from '#server/platform/db/paging.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { containsParts } from '#server/platform/db/search-form.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  didNotWorkOutSql,
  findDecisionFacts,
  isPagePublishedSql,
} from '#server/vetting/nominations/decision-facts.ts';
import { decisionWords, nominationDecided } from '#server/vetting/nominations/emails.ts';
import {
  assertActionAllowed,
  decisionWarnings,
  pageWarnings,
} from '#server/vetting/nominations/policy.ts';
import { waitsForSql } from '#server/vetting/nominations/waits-for.ts';

type Query = QueryOf<typeof contract.listNominations>;
type Filter = FilterOf<typeof contract.listNominations> & {
  /** All of these in the name of the nominee, in any order, and however accents are written. */
  words?: readonly string[];
};

/** Nominations, newest first; before all others those that a donation can go to, if one is given. */
export async function listNominations(
  db: Db,
  { limit, cursor, firstFor, ...filter }: Filter & Pick<Query, 'limit' | 'cursor' | 'firstFor'>,
): Promise<Page<NominationSummary>> {
  const list = (fits: Expression<SqlBool>) => (page: PageInput) =>
    listShown(db, { ...filter, ...page }, fits);
  if (firstFor === undefined) return list(sql<boolean>`true`)({ limit, cursor });
  const fits = fitsSql(firstFor);
  return pageOfBoth({ limit, cursor }, list(fits), list(sql<boolean>`(${fits}) is not true`));
}

/** Whether a nomination can receive funds for the cause of a donation. */
function fitsSql(id: DonationId) {
  const row = expressionBuilder<Schema, 'nominations'>();
  return row.and([
    row.and(flagsOf.accepted),
    sql<boolean>`nominations.cause_id = (select cause_id from donations where donations.id = ${id})`,
  ]);
}

async function listShown(
  db: Db,
  { limit, cursor, ...filter }: Filter & PageInput,
  fits: Expression<SqlBool>,
): Promise<Page<NominationSummary>> {
  const query = summaries(db).where(nominationsShown(filter)).where(fits);
  return pageOf(query, { limit, cursor }, newest('nominations'));
}

/** Which nominations a filter of the list shows, as a condition. */
export function nominationsShown({
  status,
  nominee,
  causeId,
  id,
  vettingState,
  hasUnreadAnswer,
  waitsFor,
  words,
}: Filter) {
  const row = expressionBuilder<Schema, 'nominations'>();
  const conditions: Expression<SqlBool>[] = [];
  if (status !== undefined) conditions.push(row.or(status.map((name) => row.and(flagsOf[name]))));
  if (nominee) {
    const pattern = `%${nominee.trim().replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(row('nominations.nominee', 'ilike', pattern));
  }
  if (causeId !== undefined) conditions.push(row('nominations.causeId', '=', causeId));
  if (id) {
    conditions.push(
      row.or([
        idStartsWith('nominations', id),
        row('nominations.reference', '=', readReference(id)),
      ]),
    );
  }
  if (vettingState !== undefined) {
    conditions.push(row('nominations.vettingState', '=', vettingState));
    conditions.push(row.and(flagsOf.pending));
  }
  if (hasUnreadAnswer) conditions.push(row('nominations.unreadAnswerSince', 'is not', null));
  if (waitsFor !== undefined) conditions.push(waitsForSql[waitsFor]);
  if (words) conditions.push(containsParts('nominations.searched', words));
  return row.and(conditions);
}

/**
 * The nominations before and after one, as the list with the same filter shows them. One that a decision has taken out of
 * the filter keeps its place. 404 for an unknown id.
 */
export async function findNeighbors(
  db: Db,
  { id, firstFor, ...filter }: { id: NominationId } & QueryOf<typeof contract.findNeighbors>,
): Promise<Neighbors> {
  const fits = firstFor === undefined ? sql<boolean>`true` : fitsSql(firstFor);
  const { createdAt, isInFirst } = await db
    .selectFrom('nominations')
    .select(['createdAt', sql<boolean>`(${fits}) is true`.as('isInFirst')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const nearestIn = async (isFirst: boolean, direction: 'asc' | 'desc') => {
    const comes = direction === 'desc' ? sql`<` : sql`>`;
    const nearest = await db
      .selectFrom('nominations')
      .select(['id', 'nominee'])
      .where(nominationsShown(filter))
      .where(isFirst ? fits : sql<boolean>`(${fits}) is not true`)
      .$if(isFirst === isInFirst, (shown) =>
        shown.where(
          sql<boolean>`(created_at, id) ${comes} (${createdAt}::timestamptz, ${id}::uuid)`,
        ),
      )
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst();
    return nearest ?? null;
  };
  return {
    previous:
      (await nearestIn(isInFirst, 'asc')) ?? (isInFirst ? null : await nearestIn(true, 'asc')),
    next:
      (await nearestIn(isInFirst, 'desc')) ?? (isInFirst ? await nearestIn(false, 'desc') : null),
  };
}

/** The name of a nominee, for a text about the nomination. 404 for an unknown id. */
export async function nomineeOf(db: Db, id: NominationId): Promise<string> {
  const { nominee } = await db
    .selectFrom('nominations')
    .select('nominee')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  return nominee;
}

/** One nomination with what its reader may see, and the donations allocated to it. 404 for an unknown id. */
export async function getNomination(
  db: Db,
  reader: Pick<TeamMember, 'allowed'>,
  id: NominationId,
): Promise<Nomination> {
  const { need, nominator, ...nomination } = await summaries(db)
    .select('nominations.erasedAt')
    .select((row) => [
      jsonBuildObject({
        description: row.ref('nominations.description'),
        neededAmount: row.ref('nominations.neededCents'),
        urgency: row.ref('nominations.urgency'),
      }).as('need'),
      jsonBuildObject({
        firstName: row.ref('nominations.firstName'),
        lastName: row.ref('nominations.lastName'),
        email: row.ref('nominations.email'),
        phone: row.ref('nominations.phone'),
        zip: row.ref('nominations.zip'),
        nomineeKnows: row.ref('nominations.nomineeKnows'),
      }).as('nominator'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const allocations = await db
    .selectFrom('allocations')
    .innerJoin('donations', 'donations.id', 'allocations.donationId')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select((row) => [
      'allocations.id',
      'allocations.createdAt',
      'allocations.amountCents as amount',
      'allocations.spentCents as spentAmount',
      jsonBuildObject({
        firstName: row.ref('donors.firstName'),
        lastName: row.ref('donors.lastName'),
        email: row.ref('donors.email'),
      }).as('donor'),
      jsonBuildObject({
        id: row.ref('donations.id'),
        isAvailableToVolunteerTime: row.ref('donations.isAvailableToVolunteerTime'),
        isAnonymous: row.ref('donations.isAnonymous'),
        deficitAmount: row.ref('donations.deficitCents'),
      }).as('donation'),
    ])
    .where('allocations.nominationId', '=', id)
    .where('allocations.amountCents', '>', 0)
    .orderBy('allocations.createdAt')
    .orderBy('allocations.id')
    .execute();
  return {
    ...nomination,
    ...visibleTo(reader, 'needs.read', need),
    ...visibleTo(reader, 'nominations.read', nominator),
    allocations: allocations.map(({ donor, donation, ...allocation }) => ({
      ...allocation,
      donation: { ...donation, ...visibleTo(reader, 'contacts.read', donor) },
    })),
    lastDecision: await findUndoable(db, id),
  };
}

/**
 * What a decision would tell the nominator, and what to know before making it. 404 for an unknown id, 409 if the status
 * does not allow it.
 */
export async function previewDecision(
  db: Db,
  { config, settings }: Pick<Mailer, 'config' | 'settings'>,
  reader: TeamMember,
  { id, action }: { id: NominationId; action: NominationAction },
): Promise<DecisionPreview> {
  const facts = await findDecisionFacts(db, id);
  assertActionAllowed({ ...(await getNomination(db, reader, id)), ...facts }, action);
  const paused = await db
    .selectNoFrom(isMailPausedSql.as('isMailPaused'))
    .executeTakeFirstOrThrow();
  // The nominator knows already.
  if (facts.knownStatus === statusAfter[action]) {
    return { warnings: pageWarnings(action, facts), mail: null, ...paused };
  }
  const words = decisionWords({ letter: null, reason: null }, settings.current());
  const { to, subject, html, text } = nominationDecided(config, facts, action, words);
  const mail = isErasedAddress(to) ? null : { to, subject, html, text };
  const warnings = [...pageWarnings(action, facts), ...decisionWarnings(action, facts)];
  return { warnings, mail, ...paused };
}

/**
 * The email with a letter, as the nominator would read it. Its link leads nowhere, because there is none before it
 * leaves. Errors as for {@link previewDecision}.
 */
export async function previewLetter(
  db: Db,
  { config, settings }: Pick<Mailer, 'config' | 'settings'>,
  reader: TeamMember,
  { id, action, letter }: { id: NominationId; action: LetterAction; letter: string },
): Promise<NonNullable<DecisionPreview['mail']>> {
  const facts = await findDecisionFacts(db, id);
  assertActionAllowed({ ...(await getNomination(db, reader, id)), ...facts }, action);
  const words = decisionWords({ letter, reason: null }, settings.current());
  const { to, subject, html, text } = nominationDecided(config, facts, action, words);
  return { to, subject, html, text };
}

/** After a restore, for example. */
export const isMailPausedSql = sql<boolean>`exists (select from site_settings where key = 'mail_paused')`;

/** The last decision, if it can still be undone. */
async function findUndoable(db: Db, id: NominationId): Promise<Nomination['lastDecision']> {
  const last = await db
    .selectFrom('nominationDecisions')
    .innerJoin('nominations', 'nominations.id', 'nominationDecisions.nominationId')
    .select(['nominationDecisions.id', 'action', 'statusBefore', 'undoableUntil'])
    .select([
      sql<boolean>`mail_id is not null`.as('sendsMail'),
      isMailPausedSql.as('isMailPaused'),
      isPagePublishedSql.as('isPagePublished'),
      sql<boolean>`undoable_until > now() and mail_left_at is null`.as('isUndoable'),
    ])
    .where('nominationId', '=', id)
    .where('undoneAt', 'is', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.isUndoable) return null;
  const { isUndoable: _, statusBefore, isPagePublished, ...decision } = last;
  return { ...decision, undoHidesPage: isPagePublished && !flagsOf[statusBefore].isAccepted };
}

function summaries(db: Db) {
  return db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select((row) => [
      'nominations.id',
      'nominations.createdAt',
      'nominations.reference',
      'nominations.vettingState',
      sql<boolean>`unread_answer_since is not null`.as('hasUnreadAnswer'),
      waitsForSql.appeal.as('hasOpenAppeal'),
      'nominations.nominee',
      'nominations.isAccepted',
      'nominations.isRejected',
      'nominations.isCompleted',
      'nominations.allocatedCents as allocatedAmount',
      'nominations.goalCents as goalAmount',
      'nominations.consentSaid',
      didNotWorkOutSql.as('didNotWorkOut'),
      jsonBuildObject({ id: row.ref('causes.id'), name: row.ref('causes.name') }).as('cause'),
      jsonArrayFrom(
        row
          .selectFrom('allocations')
          .select('allocations.amountCents as amount')
          .whereRef('allocations.nominationId', '=', 'nominations.id')
          .where('allocations.amountCents', '>', 0)
          .orderBy('allocations.createdAt')
          .orderBy('allocations.id'),
      ).as('allocations'),
    ]);
}
