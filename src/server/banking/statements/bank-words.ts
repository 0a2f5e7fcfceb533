import { wordSet } from '#core/payment-words.ts';
import { plainLetters } from '#core/plain-letters.ts';

/*
 * What the files of banks say in words, in English, German, Dutch, French, Spanish, Portuguese, Italian, Polish, and Swedish:
 * without accents and in lower case.
 */

const incoming = wordSet(
  'credit cr c + in incoming received deposit deposits paid-in money-in',
  'haben h gutschrift eingang zahlungseingang bij inkomend entree recette',
  'credito abono ingreso entrada e accredito avere uznanie wplyw kredit insattning',
);
const outgoing = wordSet(
  'debit dr d - out outgoing sent withdrawal withdrawals paid-out money-out',
  'soll s lastschrift belastung ausgang zahlungsausgang af uitgaand debet sortie depense',
  'debito cargo gasto salida saida addebito dare obciazenie wyplyw wydatek uttag',
);

/** Whether a word says that money leaves; null for a word that we do not know. */
export function isOutgoing(word: string): boolean | null {
  const plain = plainLetters(word);
  if (incoming.has(plain)) return false;
  return outgoing.has(plain) ? true : null;
}

const balances = [
  '(?:(?:opening|closing|starting|ending|beginning|previous|current|available|ledger) )?balance(?: (?:brought|carried) forward| b/?f| c/?f)?',
  'kontostand|(?:anfangs|end|schluss)?(?:saldo|bestand)|saldovortrag|(?:alter|neuer) (?:saldo|kontostand)',
  '(?:begin|eind|vorig |nieuw )?saldo|(?:ancien |nouveau )?solde(?: (?:initial|final|precedent|anterieur))?',
  'saldo (?:inicial|final|anterior|atual|actual|iniziale|finale|precedente|poczatkowe|koncowe|do dia)',
  '(?:ingaende|utgaende) saldo',
].join('|');
const sums =
  '(?:sub)?totals?|sum|summe|gesamt(?:summe)?|totaal|total(?:e|es|i)?|suma|somma|razem|summa';
/** What may follow: a day and an amount. */
const rest = '(?: (?:am|per|vom|zum|op|au|du|al|del|at|on|as of|em|na dzien|z dnia|den))?[^a-z]*';

const balanceRow = new RegExp(`^(?:${balances})${rest}$`);
const sumRow = new RegExp(`^(?:${balances}|${sums})${rest}$`);

/** Whether a cell stands in a row that tells a balance, and not what was paid. */
export function isBalance(cell: string): boolean {
  return balanceRow.test(plainLetters(cell));
}

/** Whether a cell stands in a row that tells a balance or a sum. A payment may be to somebody with such a name. */
export function isSum(cell: string): boolean {
  return sumRow.test(plainLetters(cell));
}
