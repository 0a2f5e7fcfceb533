import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashToken } from '#server/platform/security/tokens.ts';
import { findNameInTexts, helpStageSql } from '#server/vetting/consents/gate.ts';

/* A nominee's private page. */

/** The request behind a private link that still works. */
export type ConsentRequest = Awaited<ReturnType<typeof findRequestByLink>>;

/** The request behind a private link. 400 if the link was replaced or never existed. */
export function findRequestByLink(db: Db, token: string) {
  return db
    .selectFrom('consentLinks')
    .innerJoin('consentRequests', 'consentRequests.id', 'consentLinks.requestId')
    .select(['consentRequests.id', 'nominationId', 'channel', 'askedAs'])
    .where('tokenHash', '=', hashToken(token))
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work. Please use the newest one that we sent, or write to us.',
        ),
    );
}

/** {@link getConsentPage} for a private link, as of one moment. */
export function openConsentPage(db: Db, token: string): Promise<ConsentPage> {
  return inSnapshot(db, async (trx) => getConsentPage(trx, await findRequestByLink(trx, token)));
}

/**
 * What a nominee sees. Each value is picked by name: nothing about the nominator, and nothing that the nominator wrote
 * but the name and the cause, comes along.
 */
export async function getConsentPage(
  db: Db,
  { nominationId, askedAs }: Pick<ConsentRequest, 'nominationId' | 'askedAs'>,
): Promise<ConsentPage> {
  const { nominee, cause, help, consentSaid, publicName, isVisible } = await db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .leftJoin('publicPages', 'publicPages.nominationId', 'nominations.id')
    .select([
      'nominee',
      'causes.name as cause',
      helpStageSql.as('help'),
      'consentSaid',
      'publicName',
      'isVisible',
    ])
    .where('nominations.id', '=', nominationId)
    .executeTakeFirstOrThrow();
  const isNaming = consentSaid === 'given' && (await findNameInTexts(db, nominationId)) !== null;
  const answers = await answersOf(db, nominationId);
  const corrections = await db
    .selectFrom('consentCorrections')
    .select(['text', 'createdAt', sql<boolean>`settled_at is not null`.as('isSettled')])
    .where('nominationId', '=', nominationId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    nominee,
    cause,
    askedAs,
    help,
    page: isVisible ? 'public' : isNaming ? 'naming' : publicName ? 'draft' : 'none',
    said: consentSaid,
    last: answers[0] ?? null,
    seen: answers.length,
    corrections,
  };
}

function answersOf(db: Db, nominationId: NominationId) {
  return db
    .selectFrom('consents')
    .select([
      'givenAt',
      'givenBy',
      'relation',
      'relationText',
      'showsName',
      'showsStory',
      'showsPhotos',
      'endsOn',
    ])
    .where('nominationId', '=', nominationId)
    .orderBy('position', 'desc')
    .execute();
}
