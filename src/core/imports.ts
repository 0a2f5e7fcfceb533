/** How far an import is, in words. */
export const importStates = {
  uploaded: 'To be described',
  checking: 'Being checked',
  checked: 'Checked',
  booking: 'Being imported',
  booked: 'Imported',
  taking_back: 'Being taken back',
  taken_back: 'Taken back',
} as const;
/** One of {@link importStates}. */
export type ImportState = keyof typeof importStates;

/** In these states a job is at work. */
export const busyImportStates = ['checking', 'booking', 'taking_back'] as const;

/** What becomes of a line of the file, in words. */
export const lineOutcomes = {
  new: 'Comes in',
  known: 'Known already',
  changed: 'Known, but different',
  left_out: 'Left out',
  problem: 'Cannot be read',
} as const;
/** One of {@link lineOutcomes}. */
export type LineOutcome = keyof typeof lineOutcomes;

/** How large a file may be, in bytes. */
export const maxImportBytes = 20 * 1024 * 1024;
/** How many lines below the titles a file may have. */
export const maxImportLines = 100_000;

/** How long a file that was not imported is kept, in days. */
export const importFileDays = 30;

/** Why a line of a file is left out: its payment was not completed, or all of it went back. */
type PaymentStatus = 'completed' | 'refunded' | 'left_out';

const statusWords: Record<PaymentStatus, readonly string[]> = {
  completed: [
    'paid',
    'complete',
    'completed',
    'publish',
    'succeeded',
    'success',
    'successful',
    'renewal',
    'partially refunded',
    'partial refund',
  ],
  refunded: ['refunded', 'reversed', 'chargeback', 'disputed'],
  left_out: [
    'failed',
    'pending',
    'processing',
    'preapproval',
    'abandoned',
    'cancelled',
    'canceled',
    'revoked',
    'expired',
    'incomplete',
    'uncaptured',
    'scheduled',
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ],
};

/**
 * What a word of GiveWP, Donorbox, Stripe, or another system says about a payment: `readStatus("Complete")` is
 * `"completed"`. Null for a word that we do not know: somebody has to look at it.
 */
export function readStatus(word: string): PaymentStatus | null {
  const plain = word.trim().toLowerCase();
  const found = Object.entries(statusWords).find(([, words]) => words.includes(plain));
  return found ? (found[0] as PaymentStatus) : null;
}

/** Whether a cell says yes: `true`, `Yes`, `1`. */
export function saysYes(cell: string): boolean {
  return /^(yes|y|true|t|1|x|anonymous)$/i.test(cell.trim());
}

/** Whether a cell says yes or no; null for a word that we do not know: somebody has to look at it. */
export function readYesNo(cell: string): boolean | null {
  if (saysYes(cell)) return true;
  return /^(|no|n|false|f|0|-|public|not anonymous)$/i.test(cell.trim()) ? false : null;
}

/**
 * A text without the apostrophe that our exports, and those of others, put before what a spreadsheet would take for a
 * formula: `"'=1+1"` is `"=1+1"`.
 */
export function withoutFormulaGuard(cell: string): string {
  return /^'[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? cell.slice(1) : cell;
}

/** What a column of a file can hold, with its label. */
export const importColumns = {
  idColumn: 'ID of the donation',
  dateColumn: 'Date',
  timeColumn: 'Time, if it has a column of its own',
  amountColumn: 'Amount',
  refundedColumn: 'Amount that was refunded',
  currencyColumn: 'Currency',
  statusColumn: 'Status of the payment',
  causeColumn: 'Cause, fund, or campaign',
  nameColumn: 'Whole name',
  firstNameColumn: 'First name',
  lastNameColumn: 'Last name',
  emailColumn: 'Email address',
  phoneColumn: 'Phone number',
  zipColumn: 'Zip code',
  noteColumn: 'Comment of the donor',
  anonymousColumn: 'Given anonymously',
  spentColumn: 'Spent before (yes, or how much)',
  paymentColumn: 'Stripe ID of the payment (pi_…)',
} as const;
/** One of {@link importColumns}. */
export type ImportColumn = keyof typeof importColumns;

/** The columns that every file needs. */
export const requiredImportColumns = ['dateColumn', 'amountColumn'] as const;

/** A system whose files we recognize. */
interface Preset {
  /** Its name, which goes with each ID that it gave. */
  system: string;
  /** Titles that together only its files have. */
  knownBy: readonly string[];
  /** The titles of its columns; of several, the first that there is. */
  titles: Partial<Record<ImportColumn, readonly string[]>>;
  /** The time zone of its times; null for that of the charity. */
  timeZone: string | null;
}

/**
 * The exports that we recognize. The titles are those of GiveWP's exporter (`give-export-donations-exporter`, "Donation
 * History"), of Donorbox's "Export to CSV", of Stripe's "Payments > Export" (before 2023: "Created (UTC)"), and ours.
 */
export const importPresets: readonly Preset[] = [
  {
    system: 'GiveWP',
    knownBy: ['Donation ID', 'Donation Total', 'Donation Status'],
    titles: {
      idColumn: ['Donation ID'],
      dateColumn: ['Donation Date'],
      timeColumn: ['Donation Time'],
      amountColumn: ['Donation Total'],
      currencyColumn: ['Currency Code'],
      statusColumn: ['Donation Status'],
      causeColumn: ['Form Title'],
      firstNameColumn: ['First Name'],
      lastNameColumn: ['Last Name'],
      emailColumn: ['Email Address'],
      zipColumn: ['Zip'],
      noteColumn: ['Donor Comment'],
      anonymousColumn: ['Anonymous Donation', 'Anonymous'],
      paymentColumn: ['Transaction ID'],
    },
    timeZone: null,
  },
  {
    system: 'Donorbox',
    knownBy: ["Donor's First Name", 'Donated At', 'Receipt Id'],
    titles: {
      idColumn: ['Receipt Id'],
      dateColumn: ['Donated At'],
      amountColumn: ['Amount'],
      refundedColumn: ['Amount Refunded'],
      currencyColumn: ['Currency'],
      statusColumn: ['Status'],
      causeColumn: ['Designation', 'Campaign'],
      nameColumn: ['Name'],
      firstNameColumn: ["Donor's First Name"],
      lastNameColumn: ["Donor's Last Name"],
      emailColumn: ['Donor Email'],
      phoneColumn: ['Phone'],
      zipColumn: ['Postal Code'],
      noteColumn: ['Donor Comment'],
      anonymousColumn: ['Make Donation Anonymous'],
    },
    timeZone: null,
  },
  {
    system: 'Stripe',
    knownBy: ['id', 'Amount Refunded', 'Customer Email', 'Status'],
    titles: {
      idColumn: ['id'],
      dateColumn: ['Created date (UTC)', 'Created (UTC)'],
      amountColumn: ['Amount'],
      refundedColumn: ['Amount Refunded'],
      currencyColumn: ['Currency'],
      statusColumn: ['Status'],
      causeColumn: ['Description'],
      nameColumn: ['Card Name', 'Customer Description'],
      emailColumn: ['Customer Email'],
      zipColumn: ['Card Address Zip'],
      paymentColumn: ['PaymentIntent ID'],
    },
    timeZone: 'UTC',
  },
  {
    system: 'Everycent',
    knownBy: ['ID', 'Received On', 'Stripe ID', 'Zip Code'],
    titles: {
      idColumn: ['ID'],
      dateColumn: ['Received On'],
      amountColumn: ['Amount'],
      refundedColumn: ['Returned'],
      spentColumn: ['Spent Before'],
      currencyColumn: ['Currency'],
      causeColumn: ['Cause'],
      firstNameColumn: ['First Name'],
      lastNameColumn: ['Last Name'],
      emailColumn: ['Email Address'],
      phoneColumn: ['Phone Number'],
      zipColumn: ['Zip Code'],
      noteColumn: ['Description'],
      paymentColumn: ['Stripe ID'],
    },
    timeZone: 'UTC',
  },
];

/** Words in the titles of files of which we know nothing. */
const usualTitles: Record<ImportColumn, RegExp> = {
  idColumn: /^(id|.*\b(donation|transaction|gift|receipt|payment)[ _-]?(id|number|no\.?))$/i,
  dateColumn: /date|received|datum|fecha|created/i,
  timeColumn: /^time$/i,
  amountColumn: /^(amount|total|gift amount|betrag|montant|importe|bedrag)\b/i,
  refundedColumn: /refunded/i,
  currencyColumn: /^currency|w.hrung|devise|moneda/i,
  statusColumn: /status/i,
  causeColumn: /^(cause|fund|campaign|designation|project|form|zweck|fonds)\b/i,
  nameColumn: /^(name|full name|donor name|donor)$/i,
  firstNameColumn: /^first$|first[ _-]?name|vorname|pr.nom/i,
  lastNameColumn: /^last$|last[ _-]?name|surname|nachname|^nom$/i,
  emailColumn: /e-?mail/i,
  phoneColumn: /phone|telefon/i,
  zipColumn: /^(zip|post(al)?[ _-]?code|plz)/i,
  noteColumn: /comment|note|message|description/i,
  anonymousColumn: /anonym/i,
  spentColumn: /^(already )?spent( before| already)?$/i,
  paymentColumn: /payment[ _-]?intent/i,
};

/**
 * What a file seems to be by the titles of its columns: the system, and the place of each column, from 0. A column of a
 * file that we do not recognize holds IDs only if no two of its first rows have the same value in it.
 */
export function guessColumns(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): {
  system: string;
  timeZone: string | null;
  columns: Record<ImportColumn, number | null>;
} {
  const preset = importPresets.find(({ knownBy }) => knownBy.every((one) => titles.includes(one)));
  const differs = (at: number) =>
    new Set(rows.map((row) => (row[at] ?? '').trim())).size === rows.length;
  const placeOf = (name: ImportColumn): number | null => {
    const place = preset
      ? (preset.titles[name] ?? []).map((title) => titles.indexOf(title)).find((at) => at !== -1)
      : titles.findIndex(
          (title, at) => usualTitles[name].test(title) && (name !== 'idColumn' || differs(at)),
        );
    return place === undefined || place === -1 ? null : place;
  };
  const names = Object.keys(importColumns) as ImportColumn[];
  const columns = Object.fromEntries(names.map((name) => [name, placeOf(name)])) as Record<
    ImportColumn,
    number | null
  >;
  return { system: preset?.system ?? '', timeZone: preset?.timeZone ?? null, columns };
}
