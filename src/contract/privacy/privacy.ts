import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { requiredLine, timestamp } from '#contract/fields.ts';
import { donorId, nominationId } from '#contract/ids.ts';

/* Personal data: what is stored about somebody, its archive, its erasure, and what leaves by age. */

const counted = z.object({
  /** What these rows are, in words. */
  title: z.string(),
  rows: z.int(),
});

/** Texts, and how many of them are public. */
const texts = z.array(counted.extend({ shown: z.int() }));
export type Texts = z.infer<typeof texts>;

/** What we have about a person, and what an erasure would do. */
export const personData = z.object({
  /** The address that was asked for, in lower case; or the reference of a nomination, as it is written. */
  who: z.string(),
  /** Whether it is about the nominee of that nomination, whom we know no address of. */
  isNominee: z.boolean(),
  /** The donors with this address. */
  donors: z.array(z.object({ id: donorId, name: z.string(), donations: z.int() })),
  /** The nominations from it. */
  nominations: z.array(
    z.object({
      id: nominationId,
      nominee: z.string(),
      status: z.string(),
      nomineeStays: z.boolean(),
    }),
  ),
  /** Whether it is the address of somebody on the team; their account is not part of this. */
  isTeamMember: z.boolean(),
  /** Everything that an archive would contain. */
  holdings: z.array(counted),
  /** Texts in rows of others that mention them, which an erasure blacks out there; and how many of them are public. */
  mentions: texts,
  /** Those that have a last name of theirs, which others may have as well: they stay, for whoever erases to look at. */
  toLookAt: texts,
  /** Their names that are blacked out there, unless `keepWords` of the erasure has them. */
  names: z.array(z.string()),
  /** What leaves with an erasure, and what stays with other contents. */
  leaves: z.array(counted),
  changes: z.array(counted.extend({ fields: z.array(z.string()) })),
  /** What stays as it is, and why. */
  stays: z.array(z.string()),
  /** Why the person cannot be erased yet, in sentences. */
  obstacles: z.array(z.string()),
  /** When somebody with this address was erased; null if nobody was. */
  erasedAt: timestamp.nullable(),
  /** Nothing of theirs is left to erase. */
  isNobody: z.boolean(),
  /** Of what belongs to them, to erase no more than this. */
  fingerprint: z.string(),
});
export type PersonData = z.infer<typeof personData>;

const shared = { tag: 'Privacy', access: 'privacy.write' } as const;
/** A person: an email address; or, for a nominee, the reference of the nomination. */
export const personInput = z.object({ who: requiredLine(254) });

/** What we have about the person with an address, or about a nominee. It is a POST, so that no log has the address. */
export const findPerson = endpoint('POST /api/privacy/people', {
  ...shared,
  recent: false,
  summary: 'Find what is stored about a person',
  records: { 'contact.person_opened': 'Looked up what is stored about a person' },
  body: personInput,
  response: personData,
});

/**
 * Makes an archive of everything about a person ready for a download that begins within two minutes. Its address works for
 * the same person of the team only.
 */
export const openArchive = endpoint('POST /api/privacy/archives', {
  ...shared,
  recent: true,
  summary: 'Make the archive about a person ready for a download',
  records: { 'privacy.archived': 'Handed out everything about a person' },
  body: personInput,
  response: z.object({ path: z.string() }),
  errors: ['not_found'],
});

/** What became of a person's data. */
export const erasure = z.object({
  /** False if there was nothing to erase, for example because it had been done before. */
  isErased: z.boolean(),
  message: z.string(),
  /** Texts about others that still have their last name. */
  toLookAt: texts,
});
export type Erasure = z.infer<typeof erasure>;

/**
 * Erases a person: names, addresses, messages, and links leave, amounts and the ledger stay. 409 `erasure_refused` while
 * money is on its way. A second call finds nothing, and says so.
 */
export const erasePerson = endpoint('POST /api/privacy/erasures', {
  ...shared,
  recent: true,
  summary: 'Erase a person',
  records: { 'privacy.erased': 'Erased a person' },
  body: personInput.extend({
    /** That of what was shown. With it, nothing is erased that belongs to them only since then. */
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Not a fingerprint')
      .optional(),
    /** Those of the `names` that texts about others keep, because they are of somebody else there, or no name at all. */
    keepWords: z
      .array(z.string().max(500, 'At most 500 characters'))
      .max(100, 'At most 100 names')
      .optional(),
  }),
  response: erasure,
  errors: ['erasure_refused'],
});

/** What the settings remove when its time is over. */
export const retentionPreview = z.object({
  /** Whether the daily run removes anything: off until an owner switches it on in the settings. */
  isOn: z.boolean(),
  /** When the last run ended; null before the first one. */
  ranAt: timestamp.nullable(),
  rules: z.array(
    z.object({
      name: z.string(),
      /** In words: what, and after how long; `keep` if it is kept. */
      title: z.string(),
      period: z.string(),
      /** How many the next run removes, not counted on beyond `mostRowsCounted`; null if they are kept. */
      rows: z.int().nullable(),
      /** Some of them, the oldest first. */
      examples: z.array(z.object({ text: z.string(), path: z.string().nullable() })),
    }),
  ),
});
export type RetentionPreview = z.infer<typeof retentionPreview>;

/** What the next run would remove. */
export const getRetention = endpoint('GET /api/privacy/retention', {
  tag: 'Privacy',
  access: 'privacy.write',
  summary: 'Show what the next run of the retention would remove',
  response: retentionPreview,
});
