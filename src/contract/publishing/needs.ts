import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { balanceCents, idParams, paging, timestamp } from '#contract/fields.ts';
import { publicComment } from '#contract/giving/comments.ts';
import { causeId, expenseId, fileId, nominationId, updateId } from '#contract/ids.ts';
import { updateKind } from '#contract/publishing/updates.ts';
import { receiptKind } from '#contract/spending/expenses.ts';
import { causeReference } from '#contract/vetting/causes.ts';
import { causeStates } from '#core/vetting/cause-states.ts';

/* Published needs as the public sees them: the list, and the page of one with its proof. */

/** A picture on a public page: one address for each width, and what it shows. */
export const publicPicture = z.object({
  alternativeText: z.string(),
  caption: z.string(),
  /** Smallest first. */
  sources: z.array(
    z.object({ url: z.string(), mediaType: z.string(), width: z.int(), height: z.int() }),
  ),
});
export type PublicPicture = z.infer<typeof publicPicture>;

/** The state of a need; `did_not_work_out` if the last update that ends it says so. */
export const needStates = ['open', 'completed', 'did_not_work_out'] as const;

/** A published need as the list shows it. Amounts in cents. */
export const needSummary = z.object({
  id: nominationId,
  publishedAt: timestamp,
  name: z.string(),
  summary: z.string(),
  /** Only an open one takes new donations. */
  cause: causeReference.extend({ state: z.enum(causeStates) }),
  state: z.enum(needStates),
  /** What it asks for; null without a goal. */
  goal: balanceCents.nullable(),
  /** Allocated to it, whether spent or not; what was released is gone. */
  received: balanceCents,
  /** `goal` − `received`, at least 0; null without a goal. */
  missing: balanceCents.nullable(),
  spent: balanceCents,
  /** Of `spent`: with receipts that everyone can open. */
  spentWithProof: balanceCents,
  /**
   * Since when money waits for proof: the day of its oldest expense without receipts that everyone can open, which
   * begins here in UTC, or when the oldest of its allocations was made that is not spent. Null if none waits.
   */
  withoutProofSince: timestamp.nullable(),
  cover: publicPicture.nullable(),
});
export type NeedSummary = z.infer<typeof needSummary>;

/** A published receipt: its public copies, from narrow to wide, and the fingerprints of copies and original. */
export const publicReceipt = z.object({
  id: fileId,
  caption: z.string(),
  alternativeText: z.string(),
  originalSha256: z.string(),
  copies: z.array(
    z.object({
      url: z.string(),
      mediaType: z.string(),
      page: z.int(),
      /** Null for a document. */
      width: z.int().nullable(),
      height: z.int().nullable(),
      sha256: z.string(),
    }),
  ),
});

export type PublicReceipt = z.infer<typeof publicReceipt>;

/** A published video with its still picture. */
export const publicVideo = z.object({
  url: z.string(),
  mediaType: z.string(),
  caption: z.string(),
  alternativeText: z.string(),
  still: publicPicture.nullable(),
});
export type PublicVideo = z.infer<typeof publicVideo>;

/** Time that volunteers worked: figures alone, and never who. */
export const workedTime = z.object({
  /** Confirmed hours, in minutes. */
  minutes: z.int(),
  people: z.int(),
});

/** A published need with everything that the public may see: no name, address, or text of a donor or
 * nominator, except for what a donor wants to say in public, with a first name, and the team has read. */
export const need = needSummary.extend({
  story: z.string(),
  /** How many donations it has money from. */
  donations: z.int(),
  /** What volunteers worked for it; null if nothing is confirmed. */
  worked: workedTime.nullable(),
  /** What was found out about it before it was accepted, and when: never by whom, nor how it was proved. */
  checks: z.array(z.object({ text: z.string(), checkedAt: timestamp })),
  expenses: z.array(
    z.object({
      id: expenseId,
      paidOn: z.iso.date(),
      payee: z.string(),
      purpose: z.string(),
      amount: balanceCents,
      receiptKind,
      receipts: z.array(publicReceipt),
      /** Whether these are all of its receipts: only then it counts as spent with public receipts. */
      isProven: z.boolean(),
    }),
  ),
  photos: z.array(publicPicture),
  videos: z.array(publicVideo),
  /** What its donors say in public, the latest donation first. */
  comments: z.array(publicComment),
  /** Oldest first. */
  updates: z.array(
    z.object({
      id: updateId,
      publishedAt: timestamp,
      kind: updateKind,
      title: z.string(),
      text: z.string(),
      receipts: z.array(publicReceipt),
      photos: z.array(publicPicture),
      videos: z.array(publicVideo),
    }),
  ),
});
export type Need = z.infer<typeof need>;

/**
 * The orders of the list of needs: newest first; first what is missing the most of its goal; first where money waits
 * longest for proof.
 */
export const needOrders = ['newest', 'most_missing', 'longest_without_proof'] as const;

/** Published needs, newest first unless asked otherwise. */
export const listNeeds = endpoint('GET /api/impact/needs', {
  summary: 'List the published needs',
  tag: 'Impact',
  access: 'public',
  query: z.object({
    ...paging,
    causeId: causeId.optional(),
    state: z.enum(needStates).optional(),
    /** Words, or beginnings of words, that are all in its name, summary, or story, ignoring case. */
    search: z.string().trim().max(200, 'At most 200 characters').optional(),
    sort: z.enum(needOrders).default('newest'),
  }),
  response: z.array(needSummary),
  paged: true,
});

/** One published need. 404 for one that is not published, exactly as for one that does not exist. */
export const getNeed = endpoint('GET /api/impact/needs/:id', {
  summary: 'Show a published need with its proof',
  tag: 'Impact',
  access: 'public',
  params: idParams(nominationId),
  response: need,
  errors: ['not_found'],
});
