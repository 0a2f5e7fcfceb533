import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, optionalLine, optionalText, token } from '#contract/fields.ts';
import { fileId, nominationId } from '#contract/ids.ts';
import { consentWords } from '#contract/vetting/consents.ts';

/* Previews of a public page before it is published, for the team and for a nominee. */

/** What is typed so far. */
export const publicPageDraft = z.object({
  publicName: optionalLine(100),
  summary: optionalLine(200),
  story: optionalText(5000),
  coverFileId: fileId.nullable(),
});

/** The public page as everyone would see it, for a frame without scripts. */
export const pagePreview = z.object({
  /** The whole document. */
  html: z.string(),
  /** How many files are left out because they are not published. */
  hidden: z.object({ receipts: z.int(), photos: z.int(), videos: z.int() }),
});
export type PagePreview = z.infer<typeof pagePreview>;

/**
 * Draws the public page with texts that are not saved and everything else as it is: money, expenses, and published
 * files. Changes nothing.
 */
export const previewPublicPage = endpoint('POST /api/nominations/:id/public-page/preview', {
  tag: 'Publishing',
  access: 'pages.draft',
  recent: false,
  summary: 'Preview the public page of a nomination',
  params: idParams(nominationId),
  body: publicPageDraft,
  response: pagePreview,
  errors: ['not_found', 'cover_unusable'],
});

/** The public page in a frame, or why there is none. */
const previewedConsentPage = z.object({
  /** The whole document; null while nothing is written, or if a text has the name that is left out. */
  html: z.string().nullable(),
  /** The word that is left out, and which text has it. */
  named: z.string().nullable(),
  where: z.string().nullable(),
});
export type PreviewedConsentPage = z.infer<typeof previewedConsentPage>;

/**
 * Draws what everybody sees: as it is now, or as it would be within limits. While the page is not public, with all
 * photos and videos that the team has. Changes nothing.
 */
export const previewConsentPage = endpoint('POST /api/consent-page/preview', {
  tag: 'Consent',
  access: 'public',
  // At each box that is ticked.
  callsPerTenMinutes: 200,
  summary: 'Show a nominee the public page',
  body: z.object({
    token,
    limits: z
      .object(
        {
          showsName: consentWords.showsName,
          showsStory: consentWords.showsStory,
          showsPhotos: consentWords.showsPhotos,
        },
        'Required',
      )
      .nullable(),
  }),
  response: previewedConsentPage,
  errors: ['invalid_token', 'not_found'],
});
