import { sql } from 'kysely';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hidePage } from '#server/vetting/consents/gate.ts';
import {
  type Circumstances,
  changed,
  countConsents,
  lockNomination,
  storeConsent,
  tellTeam,
} from '#server/vetting/consents/record-consent.ts';

/* What happens when a nominee takes the consent back. */

/**
 * Takes the consent of a nominee back. Whoever was shown before anybody asked says no with it. The caller has locked the
 * nomination. 409 if what was said last is a no already.
 */
export async function withdrawConsent(trx: Trx, how: Circumstances, mailer: Mailer): Promise<void> {
  const { nominationId, actor } = how;
  const said = await countConsents(trx, nominationId);
  if (said === 0) return sayNo(trx, how, mailer);
  const { numUpdatedRows } = await trx
    .updateTable('consents')
    .set({ withdrawnAt: sql<string>`now()` })
    .where('nominationId', '=', nominationId)
    .where('position', '=', said)
    .where('answer', '=', 'given')
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw changed('There is no consent to take back.');
  await recordAudit(trx, { actor, action: 'consent.withdrawn', subjectId: nominationId });
  await hidePage(trx, actor, nominationId);
  await tellTeam(trx, nominationId, 'withdrawn', mailer);
}

/** A no without a word more: it needs neither a name nor a reason. */
async function sayNo(trx: Trx, how: Circumstances, mailer: Mailer): Promise<void> {
  const request = await trx
    .selectFrom('consentRequests')
    .select('askedAs')
    .where('nominationId', '=', how.nominationId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const nothing = { showsName: false, showsStory: false, showsPhotos: false, endsOn: '' };
  const by = { givenBy: '', relation: request?.askedAs ?? 'self', relationText: '' } as const;
  const { isPagePublished } = await lockNomination(trx, how.nominationId);
  await storeConsent(
    trx,
    { answer: 'declined', ...nothing, ...by },
    1,
    how,
    mailer,
    isPagePublished,
  );
}
