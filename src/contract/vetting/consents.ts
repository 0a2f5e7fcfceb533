import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  balanceCents,
  email,
  idParams,
  optionalDay,
  optionalLine,
  requiredLine,
  timestamp,
} from '#contract/fields.ts';
import {
  consentCorrectionId,
  consentId,
  consentRequestId,
  fileId,
  nominationId,
} from '#contract/ids.ts';
import { teamPaper } from '#contract/vetting/questions.ts';
import {
  consentChannels,
  consentMethods,
  consentRelations,
  helpStages,
} from '#core/vetting/consent.ts';

/* The consent of a nominee as the team sees it: asking for it, recording it, and withdrawing it. */

const flag = z.boolean({ error: 'Must be yes or no' });

/** What somebody says for a nominee: whether to be helped, what may show, and until when. */
export const consentWords = {
  answer: z.enum(['given', 'declined'], 'Choose one'),
  showsName: flag,
  showsStory: flag,
  showsPhotos: flag,
  /** The last day; empty for no end. */
  endsOn: optionalDay,
  /** The name of whoever says it. */
  givenBy: requiredLine(200),
  relation: z.enum(consentRelations, 'Choose one'),
  /** How a guardian is related, or the role of a representative. */
  relationText: optionalLine(200),
};

/** What was said once. Nothing overwrites it; the last one counts. */
const consent = z.object({
  id: consentId,
  position: z.int(),
  answer: consentWords.answer,
  showsName: z.boolean(),
  showsStory: z.boolean(),
  showsPhotos: z.boolean(),
  endsOn: z.iso.date().nullable(),
  givenBy: z.string(),
  relation: consentWords.relation,
  relationText: z.string(),
  method: z.enum(consentMethods),
  givenAt: timestamp,
  withdrawnAt: timestamp.nullable(),
  endedAt: timestamp.nullable(),
  /** Who of the team recorded what was said on paper; null for the nominee's own words. */
  recordedBy: z.string().nullable(),
  /** The paper with the signature. */
  paper: teamPaper.nullable(),
});

/** Everything about the consent of a nominee, as the team sees it. */
export const nomineeConsent = z.object({
  /** Whether the settings ask for it. */
  isRequired: z.boolean(),
  /** What was said last; null: nothing. */
  said: z.enum(['given', 'declined', 'withdrawn', 'ended']).nullable(),
  /** How often the nominee was asked without an answer. */
  attempts: z.int(),
  help: z.enum(helpStages),
  /** Whether everybody can see the page. */
  isShown: z.boolean(),
  /** What is allocated and not spent, in cents. */
  unspentAmount: balanceCents,
  /** Every time that somebody asked, the latest first. */
  requests: z.array(
    z.object({
      id: consentRequestId,
      channel: z.enum(consentChannels),
      askedAs: z.enum(consentRelations),
      createdAt: timestamp,
      /** Null once that person is removed. */
      askedBy: z.string().nullable(),
      isAnswered: z.boolean(),
      /** Whether its link or code still works. */
      isOpen: z.boolean(),
    }),
  ),
  /** Everything that was said, the latest first. */
  consents: z.array(consent),
  /** What the nominee wants to be corrected, the latest first. */
  corrections: z.array(
    z.object({
      id: consentCorrectionId,
      text: z.string(),
      createdAt: timestamp,
      settledAt: timestamp.nullable(),
    }),
  ),
});
export type NomineeConsent = z.infer<typeof nomineeConsent>;

const shared = { tag: 'Consent' } as const;

/** The consent of a nominee with its history. */
export const getConsent = endpoint('GET /api/nominations/:id/consent', {
  ...shared,
  access: 'nominations.read',
  summary: 'Show the consent of a nominee',
  params: idParams(nominationId),
  response: nomineeConsent,
  errors: ['not_found'],
});

/** Whom to ask, and how; an email needs an address, which is not stored. */
export const consentRequestInput = z
  .object({
    channel: z.enum(consentChannels, 'Choose one'),
    askedAs: z.enum(consentRelations, 'Choose one'),
    email: z.union([z.literal(''), email]).default(''),
  })
  .refine(({ channel, email: to }) => channel !== 'email' || to !== '', {
    path: ['email'],
    message: 'Required',
  });

/**
 * Asks a nominee for consent. Earlier links and codes stop working. The link of a text message and the code of a letter
 * are returned once and stored as a hash. 409 after three times without an answer.
 */
export const askForConsent = endpoint('POST /api/nominations/:id/consent-requests', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Ask a nominee for consent',
  records: { 'consent.asked': 'Asked a nominee for consent' },
  params: idParams(nominationId),
  body: consentRequestInput,
  response: z.object({
    consent: nomineeConsent,
    /** The text to copy, for a text message. */
    text: z.string().nullable(),
    /** For a letter. */
    code: z.string().nullable(),
  }),
  status: 201,
  errors: ['not_found', 'too_many_attempts', 'illegal_status_change'],
});

/** Records what was said on paper. */
export const recordConsent = endpoint('POST /api/nominations/:id/consents', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Record a consent on paper',
  records: {
    // Not what the actor did: whoever of the team has a paper did not agree.
    'consent.given': 'Consent to being helped',
    'consent.declined': 'No to being helped',
    // Once the help is over, nothing else is asked.
    'consent.showing_allowed': 'Consent to being shown',
    'consent.showing_declined': 'No to being shown',
  },
  params: idParams(nominationId),
  body: z.object({
    ...consentWords,
    paperId: fileId,
    /** How many answers the caller has seen: 409 `consent_changed` if there is another one. */
    seen: z.int('Must be a number').min(0),
  }),
  response: nomineeConsent,
  status: 201,
  errors: ['not_found', 'consent_changed', 'file_unusable'],
});

/**
 * Records that the nominee withdrew the consent, or does not want to be shown though nobody had asked, such as by phone.
 * What is public vanishes at once.
 */
export const withdrawForNominee = endpoint('POST /api/nominations/:id/consent-withdrawal', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Record that a nominee withdrew the consent',
  records: {
    'consent.withdrawn': 'Consent withdrawn',
    'consent.taken_down': 'Page taken down at the wish of the nominee, who had not answered',
  },
  params: idParams(nominationId),
  response: nomineeConsent,
  errors: ['not_found', 'consent_changed'],
});

/** Marks a correction as done. */
export const settleCorrection = endpoint('POST /api/consent-corrections/:id/settle', {
  ...shared,
  access: 'nominations.decide',
  recent: false,
  summary: 'Mark a correction by a nominee as done',
  records: { 'consent.correction_settled': 'Marked a nominee’s correction as done' },
  params: idParams(consentCorrectionId),
  response: nomineeConsent,
  errors: ['not_found'],
});
