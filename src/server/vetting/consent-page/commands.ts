import type { ConsentCorrectionId } from '#contract/ids.ts';
import { type ConsentPage, maxOpenCorrections } from '#contract/vetting/consent-page.ts';
import { readConsentCode } from '#core/vetting/consent.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import {
  type ConsentRequest,
  findRequestByLink,
  getConsentPage,
} from '#server/vetting/consent-page/queries.ts';
import { codeHashes } from '#server/vetting/consents/codes.ts';
import { createConsentLink } from '#server/vetting/consents/commands.ts';
import * as record from '#server/vetting/consents/record-consent.ts';
import { withdrawConsent } from '#server/vetting/consents/withdraw-consent.ts';

/* What a nominee does on the private page: agree, withdraw, and correct. */

/** As the audit trail names whoever has the link. */
const actor = 'nominee';

/** Turns the code of a letter into the secret of a link to the same request. 400 for a code that does not work. */
export function openWithCode(db: Db, typed: string, config: Config): Promise<{ token: string }> {
  const code = readConsentCode(typed);
  return db.transaction().execute(async (trx) => {
    const request =
      code === null
        ? undefined
        : await trx
            .selectFrom('consentRequests')
            .select(['id', 'nominationId'])
            .where('codeHash', 'in', codeHashes(code, config))
            .where('endedAt', 'is', null)
            .forKeyShare()
            .executeTakeFirst();
    if (!request) {
      throw new AppError(
        'invalid_token',
        'This code does not work. Please check it against the letter. If there is a newer letter, use its code.',
        { code: 'Not a code that works' },
      );
    }
    await recordAudit(trx, {
      actor,
      action: 'consent.code_typed',
      subjectId: request.nominationId,
    });
    return { token: await createConsentLink(trx, request.id) };
  });
}

/** Answers with a private link. Of two answers at once, the second one is refused: it has not seen the first. */
export function answerAsNominee(
  db: Db,
  { token, ...words }: record.ConsentInput & { token: string },
  mailer: Mailer,
): Promise<ConsentPage> {
  return byLink(db, token, (trx, request) =>
    record.recordConsent(trx, words, howOf(request), mailer),
  );
}

function howOf({ nominationId, channel }: ConsentRequest) {
  const method = channel === 'letter' ? ('code' as const) : ('link' as const);
  return { nominationId, method, actor, recordedBy: null, fileId: null };
}

/** Takes the consent back with a private link, or says no to what is shown already. */
export function withdrawByLink(db: Db, token: string, mailer: Mailer): Promise<ConsentPage> {
  return byLink(db, token, (trx, request) => withdrawConsent(trx, howOf(request), mailer));
}

/** Stores what the nominee wants to be corrected, and tells the team. 409 if too much of that waits already. */
export function proposeCorrection(
  db: Db,
  { token, text }: { token: string; text: string },
  mailer: Mailer,
): Promise<ConsentPage> {
  return byLink(db, token, async (trx, { nominationId }) => {
    const count = await howMany(
      trx
        .selectFrom('consentCorrections')
        .where('nominationId', '=', nominationId)
        .where('settledAt', 'is', null),
    );
    if (count >= maxOpenCorrections) {
      throw new AppError(
        'too_many_answers',
        'You have told us several things that we have not looked at yet. Please wait for us, or write to us.',
      );
    }
    await trx
      .insertInto('consentCorrections')
      .values({ id: newId<ConsentCorrectionId>(), nominationId, text })
      .execute();
    await recordAudit(trx, {
      actor,
      action: 'consent.correction_proposed',
      subjectId: nominationId,
    });
    await record.tellTeam(trx, nominationId, 'correction', mailer);
  });
}

function byLink(
  db: Db,
  token: string,
  change: (trx: Trx, request: ConsentRequest) => Promise<void>,
): Promise<ConsentPage> {
  return db.transaction().execute(async (trx) => {
    const { nominationId } = await findRequestByLink(trx, token);
    await record.lockNomination(trx, nominationId);
    // Again behind the lock: the team may have sent a newer link.
    const request = await findRequestByLink(trx, token);
    await change(trx, request);
    return getConsentPage(trx, request);
  });
}
