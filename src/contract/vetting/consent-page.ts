import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { requiredText, timestamp, token } from '#contract/fields.ts';
import { consentWords } from '#contract/vetting/consents.ts';
import { consentRelations, helpStages } from '#core/vetting/consent.ts';

/* A nominee's private page: agreeing to be helped and shown, withdrawing, and correcting. */

/** Most corrections that nobody has looked at yet. */
export const maxOpenCorrections = 10;

/**
 * What a nominee, or whoever decides for them, sees. It says nothing about who nominated, and has nothing that the
 * nominator wrote: only what the team would show.
 */
export const consentPage = z.object({
  /** The name that we have for the nominee. */
  nominee: z.string(),
  cause: z.string(),
  askedAs: z.enum(consentRelations),
  help: z.enum(helpStages),
  /**
   * Whether everybody can see the page, or at least something is written; see {@link previewConsentPage}. `naming`:
   * nobody can, because the nominee agreed without the name, which is in what is written.
   */
  page: z.enum(['public', 'naming', 'draft', 'none']),
  /** What was said last; null: nothing yet. */
  said: z.enum(['given', 'declined', 'withdrawn', 'ended']).nullable(),
  /** The last answer, to change it. */
  last: z
    .object({
      givenAt: timestamp,
      givenBy: z.string(),
      relation: consentWords.relation,
      relationText: z.string(),
      showsName: z.boolean(),
      showsStory: z.boolean(),
      showsPhotos: z.boolean(),
      endsOn: z.iso.date().nullable(),
    })
    .nullable(),
  /** How many answers there are. */
  seen: z.int(),
  corrections: z.array(
    z.object({ text: z.string(), createdAt: timestamp, isSettled: z.boolean() }),
  ),
});
export type ConsentPage = z.infer<typeof consentPage>;

const shared = { tag: 'Consent', access: 'public' } as const;

/** What a private link is about. A POST, so that the secret is not in the URL. */
export const openConsentPage = endpoint('POST /api/consent-page', {
  ...shared,
  callsPerTenMinutes: 60,
  summary: 'Show what a nominee is asked',
  body: z.object({ token }),
  response: consentPage,
  errors: ['invalid_token'],
});

/** Turns the code of a printed letter into a secret that works like that of a link. */
export const openWithCode = endpoint('POST /api/consent-page/code', {
  ...shared,
  // A code has 48 bits: even a thousand networks that never stop would need millions of years.
  callsPerTenMinutes: 10,
  summary: 'Open the page with the code of a letter',
  records: { 'consent.code_typed': 'Typed the code of a letter' },
  body: z.object({
    code: z
      .string({ error: 'Required' })
      .trim()
      .min(1, 'Required')
      .max(40, 'At most 40 characters'),
  }),
  response: z.object({ token: z.string() }),
  errors: ['invalid_token'],
});

/**
 * Says yes or no, or changes what may show and until when. 409 `consent_changed` if there is an answer that the caller
 * has not seen.
 */
export const answerConsent = endpoint('POST /api/consent-page/answer', {
  ...shared,
  // Each tells the team by mail.
  callsPerTenMinutes: 30,
  summary: 'Answer as a nominee',
  body: z.object({ token, ...consentWords, seen: z.int('Must be a number').min(0) }),
  response: consentPage,
  errors: ['invalid_token', 'consent_changed'],
});

/** Takes a consent back, or says no to what is shown though nobody had asked. What is public vanishes at once. */
export const withdrawByNominee = endpoint('POST /api/consent-page/withdraw', {
  ...shared,
  callsPerTenMinutes: 30,
  summary: 'Take a consent back',
  body: z.object({ token }),
  response: consentPage,
  errors: ['invalid_token', 'consent_changed'],
});

/** Tells the team what is wrong. */
export const proposeCorrection = endpoint('POST /api/consent-page/corrections', {
  ...shared,
  callsPerTenMinutes: 30,
  summary: 'Tell the team what is wrong about you',
  records: { 'consent.correction_proposed': 'Proposed a correction about themselves' },
  body: z.object({ token, text: requiredText(2000) }),
  response: consentPage,
  errors: ['invalid_token', 'too_many_answers'],
});
