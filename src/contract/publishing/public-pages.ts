import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredLine, requiredText, timestamp } from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';

/* The public page of a nomination as the team writes it, and publishing it. */

/** What an administrator writes about a need for everyone to read. Contact details do not belong here. */
export const publicPageInput = z.object({
  publicName: requiredLine(100),
  /** For lists and shared links. */
  summary: requiredLine(200),
  story: requiredText(5000),
  /** A photo of this nomination, or none. */
  coverFileId: fileId.nullable(),
});

/** The public page of a nomination as an administrator edits it. Its texts are empty before the first save. */
export const publicPage = z.object({
  nominationId,
  publicName: z.string(),
  summary: z.string(),
  story: z.string(),
  coverFileId: fileId.nullable(),
  isPublished: z.boolean(),
  /** Whether everybody can see it: published, and nothing else hides it. */
  isVisible: z.boolean(),
  publishedAt: timestamp.nullable(),
});
export type PublicPage = z.infer<typeof publicPage>;

const shared = {
  tag: 'Publishing',
  params: idParams(nominationId),
} as const;

/** The public page of a nomination, published or not. */
export const getPublicPage = endpoint('GET /api/nominations/:id/public-page', {
  ...shared,
  access: 'lists.read',
  summary: 'Show the public page of a nomination',
  response: publicPage,
  errors: ['not_found'],
});

/** Saves the public page. If it is published, the change is visible immediately. */
export const savePublicPage = endpoint('POST /api/nominations/:id/public-page', {
  ...shared,
  access: 'pages.draft',
  recent: false,
  summary: 'Save the public page of a nomination',
  records: { 'public_page.saved': 'Changed a public page' },
  body: publicPageInput,
  response: publicPage,
  errors: ['not_found', 'cover_unusable', 'consent_missing'],
});

/** Publishes the public page of a nomination, under the name and with the texts that were saved for it. */
export const publishNomination = endpoint('POST /api/nominations/:id/public-page/publish', {
  ...shared,
  access: 'pages.publish',
  recent: false,
  summary: 'Publish the public page of a nomination',
  records: { 'public_page.published': 'Published a page' },
  response: publicPage,
  errors: ['not_found', 'not_publishable', 'consent_missing'],
});

/** Hides the public page of a nomination, immediately. */
export const unpublishNomination = endpoint('POST /api/nominations/:id/public-page/unpublish', {
  ...shared,
  access: 'pages.publish',
  recent: false,
  summary: 'Unpublish the public page of a nomination',
  records: { 'public_page.unpublished': 'Unpublished a page' },
  response: publicPage,
  errors: ['not_found'],
});
