/* What a dedication consists of, what is no link, when and for how long who is told. */

/** How a donation can be dedicated. */
export const dedicationKinds = ['honor', 'memory'] as const;
export type DedicationKind = (typeof dedicationKinds)[number];

/** Each kind in words: "in honor of Ada". */
export const dedicationWords: Record<DedicationKind, string> = {
  honor: 'in honor of',
  memory: 'in memory of',
};

/** How many characters the message to whoever is told of a dedication may have. */
export const longestDedicationMessage = 500;
/** How many months ahead a dedication can be sent. */
export const longestDedicationMonths = 12;
/** How many days after it was sent the address of whoever was told is erased. */
export const recipientDays = 30;
/** The hour of the day, where the charity is, at which a dedication with a day is sent. */
export const dedicationHour = 8;

/** Why a dedication is not sent. */
export type DedicationStop = 'returned' | 'blocked' | 'erased';

/** Each {@link DedicationStop} in words for its donor. */
export const dedicationStopWords: Record<DedicationStop, string> = {
  returned: 'It is not sent, because the donation went back to you.',
  blocked: 'It is not sent, because this address takes no such emails.',
  erased: 'It is not sent, because what was stored about this address was erased.',
};

/** What a form says about a dedication. Empty texts stand for nothing. */
export interface DedicationFields {
  dedicationKind: DedicationKind | '';
  honoree: string;
  recipientName: string;
  recipientEmail: string;
  dedicationMessage: string;
  tellsName: boolean;
  /** `yyyy-mm-dd`. */
  sendOn: string;
}

// With a scheme, like an address, or like the name of a host: what mail programs turn into links. A new sentence after a
// period without a space ("kind.Thank you") is none, unless something follows as in an address ("evil.Com/x").
const links = [
  /:\/\/|\bmailto:|@|\bwww\./iu,
  /[\p{L}\d-]\.(?:\p{Ll}{2,24}|\p{Lu}{2,24}|\p{Lo}{2,24})(?![\p{L}\d])/u,
  /[\p{L}\d-]\.\p{L}{2,24}[/?#:]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/u,
];

/** Whether a text has something that a mail program would turn into a link. */
export function hasLink(text: string): boolean {
  // Other kinds of periods count as periods in the name of a host.
  const plain = text.normalize('NFKC').replaceAll('。', '.');
  return links.some((link) => link.test(plain));
}

/**
 * What is wrong with a dedication, by field: nobody is told without being named, and whoever is told reads no links.
 * Nothing, if nothing was filled in.
 */
export function dedicationProblems(fields: DedicationFields): Record<string, string> {
  const { dedicationKind, honoree, recipientName, recipientEmail, dedicationMessage } = fields;
  const texts = [honoree, recipientName, recipientEmail, dedicationMessage, fields.sendOn];
  if (dedicationKind === '' && texts.every((text) => text.trim() === '')) return {};
  const problems: Record<string, string> = {};
  if (dedicationKind === '') problems.dedicationKind = 'Choose one';
  if (honoree.trim() === '') problems.honoree = 'Required';
  const isTold = [recipientName, recipientEmail, dedicationMessage, fields.sendOn].some(
    (text) => text.trim() !== '',
  );
  if (isTold && recipientName.trim() === '') problems.recipientName = 'Required';
  if (isTold && recipientEmail.trim() === '') problems.recipientEmail = 'Required';
  for (const [name, text] of Object.entries({ honoree, recipientName, dedicationMessage })) {
    if (hasLink(text)) problems[name] = 'Must not contain links or addresses';
  }
  return problems;
}
