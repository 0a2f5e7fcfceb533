import { sql } from 'kysely';
import type { z } from 'zod';
import type { NominationId } from '#contract/ids.ts';
import type { Need } from '#contract/publishing/needs.ts';
import type { PagePreview, publicPageDraft } from '#contract/publishing/previews.ts';
import { missingOf } from '#core/ledger/ledger.ts';
import { sumCents } from '#core/platform/money.ts';
import { type ConsentScope, withinLimits } from '#core/vetting/consent.ts';
import { publicComments } from '#server/giving/comments/queries.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import {
  type PublicFile,
  publishedFilesOf,
  toPicture,
  toProof,
} from '#server/publishing/files/public-files.ts';
import {
  checksOf,
  donationsOf,
  expensesOf,
  updatesOf,
} from '#server/publishing/needs/need-parts.ts';
import { causeOfNeed } from '#server/publishing/needs/published-needs.ts';
import { assertOwnPhoto } from '#server/publishing/public-pages/queries.ts';
import { findLimits, formerNomineesSql } from '#server/vetting/consents/gate.ts';
import { readWorkedTime } from '#server/volunteers/public-totals.ts';

/**
 * A need as everyone would see it if its page were published now with these texts, and what of it is hidden: for
 * administrators only. 404 for an unknown nomination, 409 for a cover that is not one of its photos.
 */
export async function draftNeed(
  db: Db,
  id: NominationId,
  { publicName, summary, story, coverFileId }: z.infer<typeof publicPageDraft>,
  as: {
    /** What may show; otherwise, as the nominee said. */
    limits?: ConsentScope;
    /** The files that would be public; otherwise, those that are published. */
    files?: PublicFile[];
  } = {},
): Promise<{ need: Need; hidden: PagePreview['hidden'] }> {
  const row = await db
    .selectFrom('nominations')
    .innerJoin('causes', 'causes.id', 'nominations.causeId')
    .select((need) => [
      sql<Need['state']>`need_state(nominations.id)`.as('state'),
      'nominations.nominee',
      formerNomineesSql.as('formerly'),
      'nominations.goalCents as goal',
      'nominations.allocatedCents as received',
      'nominations.spentCents as spent',
      causeOfNeed(need).as('cause'),
      donationsOf(need).as('donations'),
      need
        .selectFrom('allocations')
        .select(({ fn }) => fn.min('allocations.createdAt').as('since'))
        .whereRef('allocations.nominationId', '=', 'nominations.id')
        .whereRef('allocations.amountCents', '>', 'allocations.spentCents')
        .as('unspentSince'),
    ])
    .where('nominations.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('nomination'));
  if (coverFileId !== null) await assertOwnPhoto(db, id, coverFileId);
  const limits = as.limits ?? (await findLimits(db, id));
  const all = await db
    .selectFrom('files')
    .select(['id', 'kind'])
    .where('nominationId', '=', id)
    .where('stillOf', 'is', null)
    .where('state', 'in', ['processing', 'ready'])
    .execute();
  const published = as.files ?? (await publishedFilesOf(db, id));
  const files = published.filter(({ kind }) => kind === 'receipt' || limits.showsPhotos);
  const cover = files.find((file) => file.id === coverFileId);
  const { photos, videos } = toProof(files);
  const { nominee, formerly, ...amounts } = row;
  const hiddenNames = limits.showsName ? null : { nominee, formerly, publicName };
  const expenses = await expensesOf(db, id, files, hiddenNames);
  const unproven = expenses.filter(({ isProven }) => !isProven);
  const waiting = [
    ...(row.unspentSince === null ? [] : [row.unspentSince]),
    ...unproven.map(({ paidOn }) => `${paidOn}T00:00:00.000Z`),
  ];
  const { donations, unspentSince: _, ...money } = amounts;
  const hiddenFiles = all.filter((file) => !files.some((shown) => shown.id === file.id));
  const hidden = (kind: PublicFile['kind']) =>
    hiddenFiles.filter((file) => file.kind === kind).length;
  return {
    need: {
      ...money,
      id,
      ...withinLimits({ name: publicName, summary, story }, limits),
      publishedAt: new Date().toISOString(),
      missing: missingOf(row.goal, row.received),
      spentWithProof: row.spent - sumCents(unproven.map(({ amount }) => amount)),
      withoutProofSince: waiting.sort()[0] ?? null,
      cover: cover ? toPicture(cover) : null,
      donations: donations ?? 0,
      worked: await readWorkedTime(db, id),
      checks: await checksOf(db, id),
      expenses,
      photos,
      videos,
      comments: await publicComments(db, id),
      updates: limits.showsStory ? await updatesOf(db, id, files) : [],
    },
    hidden: { receipts: hidden('receipt'), photos: hidden('photo'), videos: hidden('video') },
  };
}
