/*
 * Who can agree for a nominee, how they are asked, what everybody reads instead of a name or a story, and codes of
 * letters.
 */

/** Who can say yes or no for a nominee. */
export const consentRelations = ['self', 'guardian', 'representative'] as const;
/** One of {@link consentRelations}. */
export type ConsentRelation = (typeof consentRelations)[number];

/** Each of {@link consentRelations} in words: as the team reads it, and as whoever is asked reads it. */
export const consentRelationWords: Record<ConsentRelation, { team: string; own: string }> = {
  self: { team: 'The nominee', own: 'I am this person' },
  guardian: {
    team: 'A guardian, for a child or somebody who cannot decide',
    own: 'I decide for a child or for somebody who cannot decide',
  },
  representative: {
    team: 'A person with a role, for an organization',
    own: 'I speak for this organization',
  },
};

/** How a nominee is asked. */
export const consentChannels = ['email', 'text', 'letter'] as const;
/** One of {@link consentChannels}. */
export type ConsentChannel = (typeof consentChannels)[number];

/** Each of {@link consentChannels} as the team reads it. */
export const consentChannelWords: Record<ConsentChannel, string> = {
  email: 'Email',
  text: 'Text message',
  letter: 'Letter with a code',
};

/** How far the help is when a nominee is asked: not begun, begun with money set aside or spent, or over. */
export const helpStages = ['proposed', 'begun', 'over'] as const;
/** One of {@link helpStages}. */
export type HelpStage = (typeof helpStages)[number];

/** What whoever is asked reads first, in an email or a letter. `whom` is "you" or a name. */
export const helpLeads: Record<HelpStage, (charity: string, whom: string) => string> = {
  proposed: (charity, whom) =>
    `Somebody told us that ${whom} could use help. ${charity} is a charity that shows where every cent goes. You decide whether we may, and what others may see.`,
  begun: (charity, whom) =>
    `${charity} is a charity that shows where every cent goes. Somebody told us that ${whom} could use help, and money is set aside or spent for it already. You decide whether we may go on, and what others may see.`,
  over: (charity, whom) =>
    `${charity} is a charity that shows where every cent goes. Its help for ${whom} is over, and its website may show what became of it. You decide what others may see.`,
};

/** What whoever is asked decides at each stage, before what may be seen. */
export const helpDecisions: Record<HelpStage, string> = {
  proposed: 'whether we may help, ',
  begun: 'whether we may go on helping, ',
  over: '',
};

/** How an answer arrived. */
export const consentMethods = ['link', 'code', 'paper', 'told'] as const;
/** One of {@link consentMethods}. */
export type ConsentMethod = (typeof consentMethods)[number];

/** Each of {@link consentMethods} as the team reads it. */
export const consentMethodWords: Record<ConsentMethod, string> = {
  link: 'with the private link',
  code: 'with the code of the letter',
  paper: 'on paper',
  told: 'told our team',
};

/** What the nominee said last; null: nothing yet. */
export type ConsentSaid = 'given' | 'declined' | 'withdrawn' | 'ended' | null;

/** Each of {@link ConsentSaid} as the team reads it. */
export const consentSaidWords: Record<NonNullable<ConsentSaid>, string> = {
  given: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
};

/** What may be shown to everybody. */
export interface ConsentScope {
  showsName: boolean;
  showsStory: boolean;
  showsPhotos: boolean;
}

/** How often a nominee is asked without an answer before the team decides whether to close the nomination. */
export const mostConsentAttempts = 3;
/** Days before the end of a consent at which the team is reminded. */
export const consentReminderDays = 14;

/** What everybody reads instead of a name; the same as in the database (`keep_public_page`). */
export const unnamedNominee = 'A nominee who stays unnamed';
/** What everybody reads instead of a story; the same as in the database. */
export const untoldStory =
  'The nominee prefers not to have the story told. You can see where the money goes.';

/** Why something is no longer shown, as everybody reads it. */
export const takenDownWords = 'taken down at the wish of the people it is about';
/** The same in sums, which also count what had not been shown before. */
export const takenBackWords = 'taken down or never shown at the wish of the people it is about';

/** A page as everybody may read it within these limits. */
export function withinLimits<Texts extends { name: string; summary: string; story: string }>(
  texts: Texts,
  { showsName, showsStory }: Pick<ConsentScope, 'showsName' | 'showsStory'>,
): Texts {
  return {
    ...texts,
    ...(!showsName && { name: unnamedNominee }),
    ...(!showsStory && { summary: untoldStory, story: '' }),
  };
}

// They are in the names of groups and of things, and say nothing about a person.
const commonWords = new Set(
  'the and for of in on at by to from with an our my his her their its us uk new old no it mrs mr miss ms dr st family families child children kids baby mother father mom dad son daughter sister brother grandma grandpa friend neighbor neighbour neighbors school class home house center centre church street road avenue library kitchen shelter clinic hospital community association club team group foundation food bank animal animals women men youth need needs help'.split(
    ' ',
  ),
);

/**
 * The words of a name by which somebody could be recognized: `nameWords("Mrs. Ana Lopez")` is `["Ana", "Lopez"]`. Of a
 * name that was typed in small letters, or in a script that has no capital ones, each word could.
 */
export function nameWords(name: string): string[] {
  const words = wordsIn(name);
  const capitalized = words.filter(isCapitalized);
  return [
    ...(capitalized.length > 0 ? capitalized : words.filter((word) => /^\p{Ll}/u.test(word))),
    ...words.filter(hasNoCase),
  ].filter(canName);
}

/** The first word of a name that a text has, as a whole word; null if it has none. */
export function findNameIn(text: string, name: string): string | null {
  return findWord(text, nameWords(name));
}

/**
 * The same for what is a headline as often as a name, such as that of a public page: only its capitalized words beyond
 * the first are looked for.
 */
export function findHeadlineNameIn(text: string, headline: string): string | null {
  return findWord(text, wordsIn(headline).slice(1).filter(isCapitalized).filter(canName));
}

/** What could name somebody who stays unnamed. */
export interface HiddenNames {
  nominee: string;
  /** The names before they were corrected. */
  formerly: readonly string[];
  /** What the team wrote over the public page; empty without one. */
  publicName: string;
}

/** The first word of a text that names somebody who stays unnamed; null if none does. */
export function findHiddenName(
  text: string,
  { nominee, formerly, publicName }: HiddenNames,
): string | null {
  for (const name of [nominee, ...formerly]) {
    const word = findNameIn(text, name);
    if (word !== null) return word;
  }
  return findHeadlineNameIn(text, publicName);
}

/** What everybody reads instead of whoever was paid, if that names an unnamed nominee. */
export const unnamedPayee = 'Somebody who stays unnamed';
/** What everybody reads instead of a purpose that names an unnamed nominee. */
export const untoldPurpose = 'Not shown, because it names the nominee';

/** An expense as everybody may read it. The names are null if the nominee does not stay unnamed. */
export function withoutHiddenNames<Expense extends { payee: string | null; purpose?: string }>(
  expense: Expense,
  names: HiddenNames | null,
): Expense {
  if (names === null) return expense;
  const isNamed = (text = '') => findHiddenName(text, names) !== null;
  return {
    ...expense,
    ...(isNamed(expense.payee ?? '') && { payee: unnamedPayee }),
    ...(isNamed(expense.purpose) && { purpose: untoldPurpose }),
  };
}

function wordsIn(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const isCapitalized = (word: string) => /^\p{Lu}/u.test(word);
const hasNoCase = (word: string) => /^\p{Lo}/u.test(word);
const canName = (word: string) => [...word].length >= 2 && !commonWords.has(word.toLowerCase());

/** A word however its accents and its case are typed. */
function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function findWord(text: string, words: string[]): string | null {
  const whole = new Set(wordsIn(text).map(plain));
  const all = plain(text);
  const isIn = (word: string) =>
    // Some scripts write no spaces, or write what belongs to a word without one.
    hasNoCase(word) ? all.includes(plain(word)) : whole.has(plain(word));
  return words.find(isIn) ?? null;
}

// Of each group of letters and digits that look or sound alike, it has at most one; as in references.
const codeLetters = '2346789FHKMRTWXY';
const codeLength = 12;

/** A code of a letter from random bytes, such as `K7M4-RX2H-9TFW`: 48 bits. Takes at least 12 bytes. */
export function consentCode(bytes: Uint8Array): string {
  const letters = [...bytes.slice(0, codeLength)].map((byte) => codeLetters[byte % 16]);
  return [0, 4, 8].map((start) => letters.slice(start, start + 4).join('')).join('-');
}

/** A code as somebody typed it, in the form of {@link consentCode}; null if it cannot be one. */
export function readConsentCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  if (letters.length !== codeLength || [...letters].some((one) => !codeLetters.includes(one))) {
    return null;
  }
  return letters.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3');
}
