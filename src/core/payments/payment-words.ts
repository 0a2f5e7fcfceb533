import { plainLetters } from '#core/platform/plain-letters.ts';

/* What systems and banks say of a payment, in several languages. */

/**
 * Words of one line or several as {@link plainLetters} writes them. Blanks divide them, and a hyphen stands for a blank
 * within one.
 */
export function wordSet(...lines: string[]): Set<string> {
  const all = lines.flatMap((line) => line.split(' '));
  return new Set(all.map((word) => (word.length > 1 ? word.replaceAll('-', ' ') : word)));
}

/*
 * What systems and banks say of a payment, in English, German, Dutch, French, Spanish, Portuguese, Italian, Polish, and
 * Swedish.
 */

const completed = wordSet(
  'booked posted completed complete cleared settled executed confirmed success successful succeeded ok paid final',
  'processed reconciled available gebucht umsatz-gebucht verbucht abgeschlossen ausgefuhrt bezahlt geboekt verwerkt',
  'uitgevoerd voltooid betaald comptabilise enregistre execute effectue termine terminee paye contabilizado liquidado',
  'realizado completado completada pagado efetivado concluido concluida pago eseguito contabilizzato completato',
  'completata pagato zaksiegowano zaksiegowana zrealizowano zrealizowana zakonczona zakonczono bokford utford slutford',
);
const open = wordSet(
  'pending authorised authorized authorisation authorization hold on-hold reserved processing in-progress',
  'scheduled planned uncleared unposted failed canceled cancelled declined denied rejected expired voided',
  'vorgemerkt umsatz-vorgemerkt ausstehend offen in-bearbeitung reserviert abgelehnt storniert fehlgeschlagen',
  'gereserveerd in-behandeling openstaand geweigerd en-attente en-cours a-venir refuse annule',
  'pendiente retenido rechazado cancelado pendente agendado recusado in-sospeso in-attesa non-contabilizzato rifiutato',
  'oczekuje oczekujaca blokada w-realizacji odrzucona reserverad reserverat vantande preliminar avbruten',
);

/**
 * Whether a word says that a payment is completed, for a bank booked: true for `Abgeschlossen`, false for `Pending`. Null
 * for a word that we do not know.
 */
export function saysCompleted(word: string): boolean | null {
  const plain = plainLetters(word);
  if (completed.has(plain)) return true;
  return open.has(plain) ? false : null;
}

const donations = wordSet(
  'publish renewal partially-refunded partial-refund capture-succeeded charge payment donation donations gift',
  'donation-payment spendenzahlung spende teilweise-ruckerstattet teilweise-zuruckgezahlt don paiement-de-don donacion',
  'pago-de-donacion doacao donazione donatie darowizna gava',
);
const others = wordSet(
  'refunded reversed chargeback disputed refund payment-refund reversal dispute dispute-reversal payout payout-reversal',
  'fee stripe-fee network-cost adjustment topup topup-reversal preapproval abandoned revoked',
  'incomplete uncaptured requires-payment-method requires-confirmation requires-action requires-capture',
  'ruckerstattet zuruckgezahlt ruckzahlung erstattung auszahlung gebuhr rembourse remboursement virement reembolsado',
  'reembolso retirada rimborsato rimborso terugbetaald terugbetaling zwrocona zwrot aterbetald',
);

/**
 * Whether a word of GiveWP, Donorbox, Stripe, PayPal, or another system says that a donation was paid and has not gone
 * back: true for `Partially refunded`, false for `payout`. Null for a word that we do not know: somebody has to look at it.
 */
export function saysDonated(word: string): boolean | null {
  const plain = plainLetters(word.replaceAll('_', ' '));
  if (donations.has(plain)) return true;
  return others.has(plain) ? false : saysCompleted(plain);
}

const incomingWords = wordSet(
  'credit cr c + in incoming received deposit deposits paid-in money-in ein',
  'haben h gutschrift eingang zahlungseingang bij inkomend entree recette',
  'credito abono ingreso entrada e accredito avere uznanie wplyw kredit insattning',
);
const outgoingWords = wordSet(
  'debit dr d - out outgoing sent withdrawal withdrawals paid-out money-out aus',
  'soll s lastschrift belastung ausgang zahlungsausgang af uitgaand debet sortie depense',
  'debito cargo gasto salida saida addebito dare obciazenie wyplyw wydatek uttag',
);

/** Whether a word says that money leaves; null for a word that we do not know. */
export function isOutgoing(word: string): boolean | null {
  const plain = plainLetters(word);
  if (incomingWords.has(plain)) return false;
  return outgoingWords.has(plain) ? true : null;
}

/** What rows with a balance are called. */
const balances = [
  '(?:(?:opening|closing|starting|ending|beginning|previous|current|available|ledger) )?balance(?: (?:brought|carried) forward| b/?f| c/?f)?',
  'kontostand|(?:anfangs|end|schluss)?(?:saldo|bestand)|saldovortrag|(?:alter|neuer) (?:saldo|kontostand)',
  '(?:begin|eind|vorig |nieuw )?saldo|(?:ancien |nouveau )?solde(?: (?:initial|final|precedent|anterieur))?',
  'saldo (?:inicial|final|anterior|atual|actual|iniziale|finale|precedente|poczatkowe|koncowe|do dia)',
  '(?:ingaende|utgaende) saldo',
].join('|');
const totals = 'totals?|sum|summe|gesamt(?:summe)?|totaal|total(?:e|es|i)?|suma|somma|razem|summa';
/** What may follow: a day and an amount. */
const rest = '(?: (?:am|per|vom|zum|op|au|du|al|del|at|on|as of|em|na dzien|z dnia|den))?[^a-z]*';

const balanceRow = new RegExp(`^(?:${balances})${rest}$`);
const totalRow = new RegExp(`^(?:${totals})${rest}$`);
const sumRow = new RegExp(`^(?:${balances}|subtotals?|${totals})${rest}$`);

/** Whether a cell stands in a row that tells a balance, and not what was paid. */
export function isBalance(cell: string): boolean {
  return balanceRow.test(plainLetters(cell));
}

/** Whether a cell stands in a row that tells the sum of all others. */
export function isTotal(cell: string): boolean {
  return totalRow.test(plainLetters(cell));
}

/** Whether a cell stands in a row that tells a balance or a sum. A payment may be to somebody with such a name. */
export function isSum(cell: string): boolean {
  return sumRow.test(plainLetters(cell));
}
