import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import type { NomineeConsent } from '#contract/vetting/consents.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { userNameOf } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import { helpStageSql } from '#server/vetting/consents/gate.ts';
import { isPagePublishedSql } from '#server/vetting/nominations/decision-facts.ts';
import { findPapers } from '#server/vetting/papers/queries.ts';

/** How often a nominee was asked since the last answer. */
export async function countAttempts(db: Db, nominationId: NominationId): Promise<number> {
  return howMany(
    db
      .selectFrom('consentRequests')
      .where('nominationId', '=', nominationId)
      .where('answeredAt', 'is', null),
  );
}

/** The consent of a nominee with its history. 404 for an unknown nomination. */
export async function getConsent(db: Db, id: NominationId): Promise<NomineeConsent> {
  const nomination = await db
    .selectFrom('nominations')
    .select([
      'consentSaid as said',
      helpStageSql.as('help'),
      isPagePublishedSql.as('isShown'),
      sql<number>`allocated_cents - spent_cents`.as('unspentAmount'),
      sql<boolean>`(select is_required from consent_rule)`.as('isRequired'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  const requests = await db
    .selectFrom('consentRequests')
    .select([
      'consentRequests.id',
      'channel',
      'askedAs',
      'consentRequests.createdAt',
      userNameOf('askedBy').as('askedBy'),
      sql<boolean>`answered_at is not null`.as('isAnswered'),
      sql<boolean>`ended_at is null`.as('isOpen'),
    ])
    .where('nominationId', '=', id)
    .orderBy('consentRequests.createdAt', 'desc')
    .orderBy('consentRequests.id', 'desc')
    .execute();
  const consents = await db
    .selectFrom('consents')
    .select([
      'consents.id',
      'position',
      'answer',
      'showsName',
      'showsStory',
      'showsPhotos',
      'endsOn',
      'givenBy',
      'relation',
      'relationText',
      'method',
      'givenAt',
      'withdrawnAt',
      'endedAt',
      'fileId',
      userNameOf('consents.recordedBy').as('recordedBy'),
    ])
    .where('nominationId', '=', id)
    .orderBy('position', 'desc')
    .execute();
  const papers = await findPapers(
    db,
    consents.flatMap(({ fileId }) => fileId ?? []),
  );
  const corrections = await db
    .selectFrom('consentCorrections')
    .select(['id', 'text', 'createdAt', 'settledAt'])
    .where('nominationId', '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return {
    ...nomination,
    attempts: await countAttempts(db, id),
    requests,
    consents: consents.map(({ fileId, ...consent }) => ({
      ...consent,
      paper: fileId === null ? null : (papers.get(fileId) ?? null),
    })),
    corrections,
  };
}
