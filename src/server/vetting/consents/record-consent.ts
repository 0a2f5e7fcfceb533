import { sql } from 'kysely';
import type { ConsentId, FileId, NominationId, UserId } from '#contract/ids.ts';
import { dayAfter, isoDayOf, startOfDay } from '#core/platform/dates.ts';
import type { ConsentMethod, ConsentRelation, ConsentScope } from '#core/vetting/consent.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { consentNews } from '#server/vetting/consents/emails.ts';
import {
  helpStageSql,
  hideNamingPage,
  hidePage,
  type NameInText,
} from '#server/vetting/consents/gate.ts';
import { isPagePublishedSql } from '#server/vetting/nominations/decision-facts.ts';

/* Stores what a nominee says, takes it back, and tells the team. */

/** What was said for a nominee. */
export interface ConsentInput extends ConsentScope {
  answer: 'given' | 'declined';
  /** The last day; empty for no end. */
  endsOn: string;
  givenBy: string;
  relation: ConsentRelation;
  relationText: string;
  /** How many answers whoever says it has seen. */
  seen: number;
}

export interface Circumstances {
  nominationId: NominationId;
  method: ConsentMethod;
  /** As the audit trail names whoever says or records it. */
  actor: string;
  recordedBy: UserId | null;
  fileId: FileId | null;
}

/**
 * Stores what was said, as the last word. What may no longer show vanishes with it, and the team is told. The caller
 * has locked the nomination. 409 `consent_changed` if there is an answer that the caller has not seen.
 */
export async function recordConsent(
  trx: Trx,
  { seen, ...words }: ConsentInput,
  how: Circumstances,
  mailer: Mailer,
): Promise<void> {
  const position = (await countConsents(trx, how.nominationId)) + 1;
  if (seen !== position - 1) throw changed('There is a newer answer. Please look at it first.');
  if (words.relation !== 'self' && words.relationText === '') {
    throw new AppError('invalid_input', 'Please say how you are related.', {
      relationText: 'Required',
    });
  }
  await storeConsent(trx, words, position, how, mailer);
}

export async function storeConsent(
  trx: Trx,
  { endsOn, ...words }: Omit<ConsentInput, 'seen'>,
  position: number,
  { nominationId, actor, ...how }: Circumstances,
  mailer: Mailer,
  /** Whether a page was taken down without an answer. */
  isTakenDown = false,
): Promise<void> {
  const { help } = await lockNomination(trx, nominationId);
  const { timeZone } = await mailer.settings.read(trx);
  const isGiven = words.answer === 'given';
  const scope = {
    showsName: isGiven && words.showsName,
    showsStory: isGiven && words.showsStory,
    showsPhotos: isGiven && words.showsPhotos,
  };
  const end = isGiven && endsOn !== '' ? endsOn : null;
  await trx
    .insertInto('consents')
    .values({
      id: newId<ConsentId>(),
      nominationId,
      position,
      ...words,
      ...scope,
      ...how,
      endsOn: end,
      endsAt: end === null ? null : endOf(end, timeZone),
    })
    .execute();
  await trx
    .updateTable('consentRequests')
    .set({ answeredAt: sql<string>`now()` })
    .where('nominationId', '=', nominationId)
    .where('answeredAt', 'is', null)
    .execute();
  await recordAudit(trx, {
    actor,
    action: isTakenDown
      ? 'consent.taken_down'
      : actions[help === 'over' ? 'shown' : 'helped'][words.answer],
    subjectId: nominationId,
    after: {
      consentRelation: words.relation,
      consentMethod: how.method,
      ...(isGiven && { ...scope, consentEndsOn: end }),
    },
  });
  if (isGiven) {
    const named = await hideNamingPage(trx, actor, nominationId);
    await tellTeam(trx, nominationId, 'given', mailer, named);
  } else {
    const wasShown = await hidePage(trx, actor, nominationId);
    const news = wasShown ? 'declinedPage' : 'declined';
    await tellTeam(trx, nominationId, isTakenDown ? 'takenDown' : news, mailer);
  }
}

const actions = {
  helped: { given: 'consent.given', declined: 'consent.declined' },
  shown: { given: 'consent.showing_allowed', declined: 'consent.showing_declined' },
} as const;

/** The moment at which a last day is over. Throws 400 for a day that is over already. */
function endOf(endsOn: string, timeZone: string): string {
  const isPast = endsOn < isoDayOf(new Date(), timeZone);
  const end = isPast ? null : startOfDay(dayAfter(endsOn), timeZone);
  if (end !== null) return end;
  const message = 'Choose a day that is not over';
  throw new AppError('invalid_input', `${message}.`, { endsOn: message });
}

/** Tells the team what the nominee said, and what money that concerns: it stays where it is until somebody acts. */
export async function tellTeam(
  trx: Trx,
  id: NominationId,
  news: Parameters<typeof consentNews>[3],
  mailer: Mailer,
  named: NameInText | null = null,
): Promise<void> {
  const facts = await trx
    .selectFrom('nominations')
    .select(['id', 'reference', 'allocatedCents', 'spentCents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await mailer.enqueueForTeam(trx, (to) => consentNews(mailer.config, to, facts, news, named));
}

/** How many answers there are: the last one has this position. */
export async function countConsents(trx: Trx, nominationId: NominationId): Promise<number> {
  return howMany(trx.selectFrom('consents').where('nominationId', '=', nominationId));
}

/** Locks a nomination, as everything that changes its consent does. 404 for an unknown id. */
export function lockNomination(trx: Trx, id: NominationId) {
  return trx
    .selectFrom('nominations')
    .select([
      'id',
      'isAccepted',
      'isRejected',
      'isCompleted',
      helpStageSql.as('help'),
      isPagePublishedSql.as('isPagePublished'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('nomination'));
}

export function changed(message: string): AppError {
  return new AppError('consent_changed', message);
}
