import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, requiredLine, requiredText, timestamp } from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';

/** What an administrator writes about a need for everybody to read. No contact details belong here. */
export const publicPageInput = z.object({
  publicName: requiredLine(100),
  /** For lists and shared links. */
  summary: requiredLine(200),
  story: requiredText(5000),
  /** A photo of this nomination, or none. */
  coverFileId: fileId.nullable(),
});

/** The public page of a nomination as an administrator edits it. Empty texts before the first save. */
export const publicPage = z.object({
  nominationId,
  publicName: z.string(),
  summary: z.string(),
  story: z.string(),
  coverFileId: fileId.nullable(),
  isPublished: z.boolean(),
  publishedAt: timestamp.nullable(),
});
/** {@link publicPage} as a type. */
export type PublicPage = z.infer<typeof publicPage>;

const shared = {
  tag: 'Publishing',
  access: 'administrator',
  params: idParams(nominationId),
} as const;

/** The public page of a nomination, published or not. */
export const getPublicPage = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/nominations/:id/public-page',
  summary: 'Show what the public sees or would see of a nomination',
  response: publicPage,
  errors: ['not_found'],
});

/** Saves the public page. A published one changes at once. */
export const savePublicPage = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/nominations/:id/public-page',
  summary: 'Write the public page of a nomination',
  body: publicPageInput,
  response: publicPage,
  errors: ['not_found', 'cover_unusable'],
});

/** Shows a nomination to everybody, under the name and text written for that. */
export const publishNomination = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/nominations/:id/public-page/publish',
  summary: 'Publish a nomination',
  response: publicPage,
  errors: ['not_found', 'not_publishable'],
});

/** Takes a nomination off every public page, at once. */
export const unpublishNomination = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/nominations/:id/public-page/unpublish',
  summary: 'Take a nomination off every public page',
  response: publicPage,
  errors: ['not_found'],
});
