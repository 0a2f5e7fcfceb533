import { sql } from 'kysely';
import type { ConsentCorrectionId, ConsentRequestId, FileId, NominationId } from '#contract/ids.ts';
import { consentPageUrl } from '#contract/pages.ts';
import type { NomineeConsent } from '#contract/vetting/consents.ts';
import {
  type ConsentChannel,
  type ConsentRelation,
  mostConsentAttempts,
} from '#core/vetting/consent.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { newConsentCode } from '#server/vetting/consents/codes.ts';
import { consentAsked, consentText } from '#server/vetting/consents/emails.ts';
import { countAttempts, getConsent } from '#server/vetting/consents/queries.ts';
import * as record from '#server/vetting/consents/record-consent.ts';
import { withdrawConsent } from '#server/vetting/consents/withdraw-consent.ts';
import { assertUsable } from '#server/vetting/papers/assert-usable.ts';

interface RequestInput {
  id: NominationId;
  channel: ConsentChannel;
  askedAs: ConsentRelation;
  /** Only for an email. */
  email: string;
}

interface Asked {
  consent: NomineeConsent;
  text: string | null;
  code: string | null;
}

/** Asks a nominee, and ends earlier links and codes. 409 after three times without an answer. */
export async function askForConsent(
  db: Db,
  actor: TeamMember,
  { id, channel, askedAs, email }: RequestInput,
  mailer: Mailer,
): Promise<Asked> {
  demandRight(actor, 'nominations.decide');
  const { config } = mailer;
  const shown = await db.transaction().execute(async (trx) => {
    const nomination = await record.lockNomination(trx, id);
    // A completed one can still be shown.
    if (nominationStatus(nomination) === 'rejected') {
      throw new AppError(
        'illegal_status_change',
        'This nomination is rejected, so there is nothing to ask.',
      );
    }
    const about = { askedAs, help: nomination.help, isShown: nomination.isPagePublished };
    const attempt = (await countAttempts(trx, id)) + 1;
    if (attempt > mostConsentAttempts) {
      throw new AppError(
        'too_many_attempts',
        `The nominee was asked ${mostConsentAttempts} times without an answer. Record a consent on paper, or do without: reject the nomination, or unpublish its page.`,
      );
    }
    await trx
      .updateTable('consentRequests')
      .set({ endedAt: sql<string>`now()` })
      .where('nominationId', '=', id)
      .where('endedAt', 'is', null)
      .execute();
    const requestId = newId<ConsentRequestId>();
    const letter = channel === 'letter' ? newConsentCode(config) : null;
    await trx
      .insertInto('consentRequests')
      .values({
        id: requestId,
        nominationId: id,
        channel,
        askedAs,
        askedBy: actor.id,
        codeHash: letter?.codeHash ?? null,
      })
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'consent.asked',
      subjectId: id,
      after: { consentChannel: channel, consentRelation: askedAs, attempt },
    });
    if (letter) return { text: null, code: letter.code };
    const url = consentPageUrl(config.publicUrl, await createConsentLink(trx, requestId));
    if (channel === 'text') return { text: consentText(config, { ...about, url }), code: null };
    await mailer.enqueue(trx, consentAsked(config, { to: email, ...about, url }));
    return { text: null, code: null };
  });
  return { consent: await getConsent(db, id), ...shown };
}

/** Makes a new secret work for a request, and returns it. */
export async function createConsentLink(trx: Trx, requestId: ConsentRequestId): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('consentLinks')
    .values({ tokenHash: hashToken(token), requestId })
    .execute();
  return token;
}

/** Records what was said on paper, with the paper. */
export async function recordPaperConsent(
  db: Db,
  actor: TeamMember,
  { id, paperId, ...words }: record.ConsentInput & { id: NominationId; paperId: FileId },
  mailer: Mailer,
): Promise<NomineeConsent> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    await record.lockNomination(trx, id);
    await assertUsable(trx, id, actor, [paperId]);
    const how = { method: 'paper', actor: userActor(actor), recordedBy: actor.id } as const;
    await record.recordConsent(trx, words, { nominationId: id, ...how, fileId: paperId }, mailer);
  });
  return getConsent(db, id);
}

/** Records that the nominee took the consent back, or does not want to be shown, such as by phone. */
export async function withdrawForNominee(
  db: Db,
  actor: TeamMember,
  id: NominationId,
  mailer: Mailer,
): Promise<NomineeConsent> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    await record.lockNomination(trx, id);
    const how = { method: 'told', actor: userActor(actor), recordedBy: actor.id } as const;
    await withdrawConsent(trx, { nominationId: id, ...how, fileId: null }, mailer);
  });
  return getConsent(db, id);
}

/** Marks a correction as done; done once, nothing changes. */
export async function settleCorrection(
  db: Db,
  actor: TeamMember,
  id: ConsentCorrectionId,
): Promise<NomineeConsent> {
  demandRight(actor, 'nominations.decide');
  const nominationId = await db.transaction().execute(async (trx) => {
    const correction = await trx
      .selectFrom('consentCorrections')
      .select(['nominationId', 'settledAt'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('correction'));
    if (correction.settledAt !== null) return correction.nominationId;
    await trx
      .updateTable('consentCorrections')
      .set({ settledAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'consent.correction_settled',
      subjectId: correction.nominationId,
    });
    return correction.nominationId;
  });
  return getConsent(db, nominationId);
}
