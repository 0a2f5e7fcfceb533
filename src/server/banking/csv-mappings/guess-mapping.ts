import type { CsvDraft } from '#contract/banking/csv-mapping.ts';
import { isOutgoing, saysCompleted } from '#core/payments/payment-words.ts';
import { likelyEncoding } from '#core/platform/decode-text.ts';
import { findColumn, plainTitles } from '#core/platform/find-column.ts';
import { withoutCurrency } from '#core/platform/typed-amounts.ts';
import { parseWrittenAmount, splitDirection } from '#core/platform/written-amounts.ts';
import { guessDateOrder } from '#core/platform/written-dates.ts';
import type { Currency } from '#server/banking/bank-statements/read-statement.ts';
import { guessDecimalMark, guessLayout, splitQuietly } from '#server/platform/reading/split-csv.ts';

/* What a CSV file of a bank probably looks like (decision 0038). */

/*
 * Titles of columns, best first, as `plainTitles` writes them: in English, German, Dutch, French, Spanish, Portuguese, Italian,
 * Polish, and Swedish.
 */
const titlePatterns = {
  date: [
    /^(?:booking|booked|posting|posted|completed|transaction|trans\.?|operation|accounting)(?: date| on)?$|^date (?:of )?(?:booking|posting|operation|comptable|d'operation|de l'operation|de comptabilisation)$/,
    /^buchungs(?:tag|datum)$|^buchung$|^boek(?:ings)?datum$|^fecha (?:de )?(?:operacion|contable)$|^data (?:de |da )?(?:lancamento|movimento|operacao|contabile|operazione|operacji|ksiegowania)$|^bokforings?(?:dag|datum)$/,
    /^transaktions(?:dag|datum)$/,
    /^(?:date|datum|fecha|data|dato|tag|day)$/,
    /^(?!.*(?:val|wert|rente|time|zeit)).*\b(?:date|datum|fecha|data|posted)\b/,
  ],
  amount: [
    /^(?:amount|betrag|montant|importe|importo|bedrag|kwota|belopp|valor|monto|umsatz)(?: ?\((?:[a-z]{3}|[^a-z)]{1,4}|[a-z]{1,2}\$)\)| in [a-z]{3}| [a-z]{3}| ?[€$£])?$/,
    /^value$|^kwota (?:operacji|transakcji)$/,
    /^(?!.*(?:\bcents\b|\bpence\b|\bdata\b|\bdate\b|\bfecha\b|ursprung|original|fee|gebuhr|charge|tax|limit|exchange|foreign|fremd|ausgangs|instructed|spese|art\b|typ)).*(?:\bamount|betrag|\bmontant|\bimporte|\bimporto|\bbedrag|\bkwota|\bbelopp|\bvalor\b|\bmonto|\bumsatz\b)/,
  ],
  incoming: [
    /^(?!.*(?:card|type)).*(?:\bcredit|\bhaben|\bdeposit|paid in|money in|incoming|\bcredito|\babonos?\b|\bentradas?\b|accredit|\bavere\b|\bwplyw|\buznani|\binsattning|\bbij\b|\bingresos?\b|\brecettes?\b|gutschrift)/,
  ],
  outgoing: [
    /^(?!.*(?:card|type)).*(?:\bdebit|\bsoll|\bwithdraw|paid out|money out|outgoing|\bdebito|\bcargos?\b|\bsaidas?\b|\bsalidas?\b|\baddebit|\bdare\b|\bobciazeni|\bwydat|\buttag|\baf\b|\bgastos?\b|\bdepenses?\b|lastschrift|\bbelastung)/,
  ],
  balance: [
    /^(?:running |closing |account |ledger )?balance$|^saldo(?: nach buchung| na transactie| na mutatie| apos)?$|^solde$|^kontostand$/,
    /^(?!.*(?:id\b|transaction)).*(?:balance|saldo|solde|kontostand)/,
  ],
  reference: [/^(?:transaction |bank )?(?:id|reference|fitid|ref\.?)$/],
  currency: [
    /^(?!.*(?:original|foreign|exchange|ursprung|fremd|instructed)).*(?:currency|^ccy$|w(?:a|ae)hrung|devise|\bmoneda|\bmoeda|\bdivisa|\bwaluta|munteenheid|\bmunt\b|^valuta$)/,
  ],
  counterparty: [
    /^(?!.*(?:bank|bic|iban|konto|account|rekening|card)).*(?:payee|payer|counterparty|counter party|beg(?:ue|u)nstigter|zahlungspflichtige|zahlungsbeteiligter|empf(?:ae|a)nger|auftraggeber|tegenpartij|\btiers\b|beneficia|ordenante|ordinante|nadawca|odbiorca|kontrahent|motpart|mottagare|betalare)/,
    /^(?!.*(?:bank|bic|iban|konto|account|rekening|card)).*\b(?:name|naam|nom|nombre|nome|nazwa|namn)\b/,
  ],
} as const;
const textPattern =
  /description|payment reference|remittance|\bmemo\b|purpose|verwendungszweck|\bdetails?\b|narrati|\btext|buchungstext|\bconcept|libelle|omschrijving|mededeling|descrizione|causale|descricao|historico|\bopis\b|tytul|meddelande|beskrivning|\bmotif\b|beschreibung|betreff/;

/** What a CSV file looks like, by its titles and by what stands in its columns; null where it does not tell. */
export function guessMapping(text: string, { code, digits }: Currency): CsvDraft {
  const layout = guessLayout(text);
  const { titles, rows } = splitQuietly(text, layout);
  const plain = plainTitles(titles);
  const columns = titles.map((_, place) => place);
  const cellsOf = (column: number | null) =>
    column === null ? [] : rows.map((cells) => cells[column] ?? '').filter((cell) => cell !== '');
  const find = (field: keyof typeof titlePatterns, taken: (number | null)[] = []) =>
    findColumn(plain, titlePatterns[field], taken);
  const only = (fits: (cells: string[], column: number) => boolean) => {
    const found = columns.filter((one) => {
      const cells = cellsOf(one);
      return cells.length > 0 && fits(cells, one);
    });
    return found.length === 1 ? (found[0] ?? null) : null;
  };
  const isDay = (cell: string) => guessDateOrder([cell]) !== null || /^\d{1,2}[./-]\d/.test(cell);
  const { hasTitles } = layout;

  const dateColumn = hasTitles ? find('date') : only((cells) => cells.every(isDay));
  const incoming = find('incoming');
  const outgoing = find('outgoing');
  // One title may name both: "Debit/Credit".
  const isSplit = incoming !== null && outgoing !== null && incoming !== outgoing;
  const balanceColumn = find('balance');
  const amount = hasTitles ? find('amount', [balanceColumn]) : null;
  const money = isSplit && amount === null ? [incoming, outgoing] : [amount];
  const decimalMark = guessDecimalMark(
    hasTitles ? money.flatMap(cellsOf) : columns.flatMap(cellsOf),
  );
  const isAmount = (cell: string) =>
    /\d[.,]\d/.test(cell) &&
    parseWrittenAmount(withoutCurrency(splitDirection(cell).bare, code), digits, decimalMark) !==
      null;
  const amountColumn = hasTitles
    ? isSplit && amount === null
      ? null
      : amount
    : only((cells, column) => column !== dateColumn && cells.every(isAmount));
  const directionColumn =
    amountColumn === null || cellsOf(amountColumn).some((cell) => /[-\u2212()]/.test(cell))
      ? null
      : only((cells) => isMostly(cells, isOutgoing));
  const currency = find('currency');
  const currencyColumn = cellsOf(currency).every((cell) => /^[A-Z]{3}$/i.test(cell))
    ? currency
    : null;
  const stateColumn = only(
    (cells, column) => column !== directionColumn && isMostly(cells, saysCompleted),
  );
  const counterpartyColumn = find('counterparty');
  const isMonthFirst = layout.delimiter !== ';' && decimalMark !== ',';
  return {
    ...layout,
    encoding: likelyEncoding(code),
    decimalMark,
    dateOrder: guessDateOrder(cellsOf(dateColumn), { isMonthFirst }),
    dateColumn,
    amountColumn,
    directionColumn,
    currencyColumn,
    stateColumn,
    incomingColumn: isSplit && amountColumn === null ? incoming : null,
    outgoingColumn: isSplit && amountColumn === null ? outgoing : null,
    incomingWords: [],
    outgoingWords: [],
    bookedWords: [],
    pendingWords: [],
    balanceColumn,
    counterpartyColumn,
    referenceColumn: find('reference'),
    textColumns: columns
      .filter((one) => textPattern.test(plain[one] ?? ''))
      .filter((one) => ![counterpartyColumn, dateColumn, amountColumn].includes(one))
      .slice(0, 10),
  };
}

/** Whether cells are a few words of which at least half are known. What the others mean is asked. */
function isMostly(cells: string[], read: (word: string) => boolean | null): boolean {
  const words = [...new Set(cells)];
  return (
    words.length <= 8 && words.filter((word) => read(word) !== null).length >= words.length / 2
  );
}
