import { saysDonated } from '#core/payments/payment-words.ts';
import { findColumn, plainTitles } from '#core/platform/find-column.ts';

/* States of imports, what becomes of a line, and the files that are recognized. */

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

/** How long a file that was not imported is kept, in days. */
export const importFileDays = 30;

/** Whether a cell says yes: `true`, `Yes`, `1`. */
export function saysYes(cell: string): boolean {
  return /^(yes|y|true|t|1|x|anonymous|ja|oui|s[iíì]|sim|tak)$/i.test(cell.trim());
}

/** Whether a cell says yes or no; null for a word that we do not know: somebody has to look at it. */
export function readYesNo(cell: string): boolean | null {
  if (saysYes(cell)) return true;
  return /^(|no|n|false|f|0|-|public|not anonymous|nein|nee|non|n[aã]o|nie|nej)$/i.test(cell.trim())
    ? false
    : null;
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
  zoneColumn: 'Time zone, if it has a column of its own',
  amountColumn: 'Amount',
  matchColumn: 'Amount of a match beside it',
  refundedColumn: 'Amount that was refunded',
  currencyColumn: 'Currency',
  statusColumn: 'Status of the payment',
  typeColumn: 'What the line is (donation, refund, fee)',
  causeColumn: 'Cause, fund, or campaign',
  nameColumn: 'Whole name',
  firstNameColumn: 'First name',
  lastNameColumn: 'Last name',
  organizationColumn: 'Organization',
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
      organizationColumn: ['Company Name'],
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

/**
 * Titles of the columns of files of which we know nothing, best first: in English, German, Dutch, French, Spanish, Portuguese,
 * Italian, Polish, and Swedish, as {@link plainTitles} writes them.
 */
const usualTitles: Record<ImportColumn, readonly RegExp[]> = {
  idColumn: [
    /^(?:donation|gift|grant|transaction|payment|receipt) ?(?:id|number|no\.?|code)$/,
    /^id$/,
    /\b(?:donation|gift|grant|transaction|payment|receipt) ?(?:id|number|no\.?)$/,
    /^(?:transaktions|spenden|zahlungs)(?:code|nummer|id)$|^transactie(?:code|nummer|id)$|^(?:numero|id|codice|codigo) (?:de |di |da )?(?:la )?(?:transaction|transaccion|transazione|transacao|don|donacion)$/,
  ],
  dateColumn: [
    /^(?:(?:donation|gift|grant|payment|transaction|effective|received|contribution|created) )?(?:date|day)(?: received| created)?(?: ?\(utc\))?$|^(?:received|created|paid|donated|given)(?: (?:on|at|utc))?(?: ?\(utc\))?$/,
    /^(?:datum|fecha|data|dato|dag|spendendatum|zahlungsdatum|buchungsdatum)$|^(?:date|fecha|data) (?:du |de |della |da )?(?:don|donacion|donazione|doacao|transaction|paiement|pago)$/,
    /^(?!.*(?:birth|update|modif|available|settle|payout|expir|start|end\b|next|geburt)).*(?:\bdate\b|received|datum\b|\bfecha\b|created)/,
  ],
  timeColumn: [
    /^(?:(?:donation|payment|transaction) )?time$|^(?:uhr)?zeit$|^uhrzeit$|^heure$|^hora$|^ora$|^tijd$|^godzina$|^tid$/,
  ],
  zoneColumn: [/^time ?zone$|^zeitzone$|^fuseau horaire$|^zona horaria$|^fuso orario$|^tijdzone$/],
  amountColumn: [
    /^(?:(?:donation|gift|grant|payment|contribution|paid|donated|settled) )?(?:total )?(?:amount|total)(?: donated| paid| given)?(?: ?\((?:[a-z]{3}|[^a-z)]{1,4}|[a-z]{1,2}\$)\)| in [a-z]{3}| [a-z]{3})?$|^total donation to be acknowledged$/,
    /^(?:spenden|zahlungs)?betrag$|^montant(?: du don| donne| total)?$|^importe(?: de la donacion| total)?$|^importo(?: della donazione)?$|^(?:donatie)?bedrag$|^kwota(?: darowizny)?$|^(?:gavo)?belopp$|^valor(?: da doacao)?$|^monto$/,
    /^(?:gross|brutto|bruto|brut|lordo|bruttobetrag|bruttobelopp|avant commission)(?: amount| value)?$/,
    /^(?!.*(?:\bcents\b|\bpence\b|fee|tax|net\b|refund|match|goal|pledge|balance|\bid\b|number|currenc|type|gebuhr|frais)).*(?:\bamount\b|\btotal\b|betrag\b|\bmontant\b|\bimporte\b|\bimporto\b|bedrag\b|\bkwota\b|belopp\b)/,
  ],
  matchColumn: [
    /^(?!.*(?:fee|id\b|type|status)).*\bmatch(?:ed|ing)?\b.*\b(?:amount|total)\b/,
    /^match$/,
  ],
  refundedColumn: [/^(?!.*(?:date|reason|\bat\b|\bon\b|\bid\b)).*\brefund(?:ed)?\b/],
  currencyColumn: [
    /^currency(?: code)?$/,
    /^(?!.*(?:time|zone|zeit)).*(?:currenc|wahrung|\bdevise\b|\bmoneda\b|\bmoeda\b|\bdivisa\b|\bvaluta\b|\bwaluta\b)/,
  ],
  statusColumn: [
    /^(?:(?:donation|payment|transaction) )?(?:status|state)$/,
    /^(?!.*(?:match|date|marital|employ)).*\bstatus\b|^statut$|^etat$|^estado$|^stato$|^stan$/,
  ],
  typeColumn: [
    /^reporting category$/,
    /^(?:(?:transaction|payment) )?type$|^(?:transaktions)?typ$|^transactietype$|^tipo$/,
  ],
  causeColumn: [
    /^(?:cause|fund|designation)(?: name)?$/,
    /^(?:campaign|project|form|program)(?: (?:name|title))?$/,
    /^(?:spenden)?zweck$|^fonds?$|^projekt$|^projet$|^proyecto$|^progetto$|^projeto$|^doel$/,
  ],
  nameColumn: [
    /^(?:(?:donor|full|supporter|giver|contact) )?name$|^donor$/,
    /^(?:spender(?:name)?|nombre(?: completo)?|nome|naam|nazwa|namn|giving account name)$/,
  ],
  firstNameColumn: [
    /^(?:(?:donor|contact)(?:['\u2019]?s)? )?first ?name$|^first$|^given name$/,
    /^vorname$|^prenom$|^voornaam$|^primer nombre$|^imie$|^fornamn$/,
  ],
  lastNameColumn: [
    /^(?:(?:donor|contact)(?:['\u2019]?s)? )?last ?name$|^last$|^surname$|^family name$/,
    /^(?:familien|nach)name$|^nom(?: de famille)?$|^achternaam$|^apellidos?$|^cognome$|^sobrenome$|^apelido$|^nazwisko$|^efternamn$/,
  ],
  organizationColumn: [
    /^(?:(?:donor|business or|company or) )?(?:organi[sz]ation|company|business|employer)(?: name)?$/,
    /^(?:organisation|firma|unternehmen|verein|entreprise|societe|empresa|organizacion|azienda|organizzazione|organizacao|organisatie|bedrijf|foretag)$/,
  ],
  emailColumn: [
    /^(?:(?:donor|contact|customer|supporter|from) )?e-?mail(?: address)?$/,
    /^(?!.*(?:\bopt|do not|allow|\bsend\b|receipt|recipient|\bto\b|consent|empfanger)).*(?:e-?mail|courriel|correo)/,
  ],
  phoneColumn: [
    /^(?:(?:mobile|home|contact|donor) )?(?:phone|telephone|mobile)(?: number)?$/,
    /^(?!.*(?:opt|do not|no |type|consent)).*(?:\bphone\b|telefon|telephone|telefoon)/,
  ],
  zipColumn: [
    /^(?:zip|post(?:al)? ?code|plz|postleitzahl|code postal|codigo postal|cap|cep|postcode|postnummer|kod pocztowy)\b/,
  ],
  noteColumn: [
    /^(?!.*(?:internal|staff)).*(?:comment|\bnote\b|\bmessage\b|kommentar|nachricht)/,
    /^description$|^beschreibung$/,
  ],
  anonymousColumn: [/anonym|anonimo/],
  spentColumn: [/^(?:already )?spent(?: before| already)?$/],
  paymentColumn: [/payment ?intent/],
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
  const plain = plainTitles(titles);
  const cellsOf = (at: number) => rows.map((row) => (row[at] ?? '').trim());
  const fits: Partial<Record<ImportColumn, (cells: string[]) => boolean>> = {
    idColumn: (cells) => new Set(cells).size === cells.length,
    // Others are about people, or how they paid.
    typeColumn: (cells) => cells.some((cell) => saysDonated(cell) !== null),
    currencyColumn: (cells) => cells.every((cell) => /^(?:[a-z]{3})?$/i.test(cell)),
  };
  const placeOf = (name: ImportColumn): number | null => {
    if (preset) {
      const places = (preset.titles[name] ?? []).map((title) => titles.indexOf(title));
      return places.find((at) => at !== -1) ?? null;
    }
    const isOther = (at: number) => !(fits[name]?.(cellsOf(at)) ?? true);
    return findColumn(plain, usualTitles[name], titles.map((_, at) => at).filter(isOther));
  };
  const names = Object.keys(importColumns) as ImportColumn[];
  const columns = Object.fromEntries(names.map((name) => [name, placeOf(name)])) as Record<
    ImportColumn,
    number | null
  >;
  // In some languages, the word for a name is also that for the first one.
  if (columns.lastNameColumn !== null && columns.firstNameColumn === null) {
    columns.firstNameColumn = columns.nameColumn;
    columns.nameColumn = null;
  }
  const isUtc = /\butc\b/.test(plain[columns.dateColumn ?? -1] ?? '');
  const timeZone = preset ? preset.timeZone : isUtc ? 'UTC' : null;
  return { system: preset?.system ?? '', timeZone, columns };
}
