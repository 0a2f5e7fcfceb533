import type { CsvDraft } from '#contract/banking/csv-mapping.ts';

/** How a file can write amounts. */
export const amountWays = [
  { value: 'one', label: 'One column, with a sign' },
  { value: 'direction', label: 'One column, and one for the direction' },
  { value: 'two', label: 'One column for each direction' },
] as const;
/** One of {@link amountWays}. */
export type AmountWay = (typeof amountWays)[number]['value'];

/** How amounts are written in a file that is read like this. */
export function wayOf({ incomingColumn, outgoingColumn, directionColumn }: CsvDraft): AmountWay {
  if (incomingColumn !== null || outgoingColumn !== null) return 'two';
  return directionColumn === null ? 'one' : 'direction';
}

/** A column of the file, by what it holds. */
export type ColumnName =
  | 'dateColumn'
  | 'amountColumn'
  | 'directionColumn'
  | 'currencyColumn'
  | 'stateColumn'
  | 'incomingColumn'
  | 'outgoingColumn'
  | 'balanceColumn'
  | 'referenceColumn'
  | 'counterpartyColumn';

/** What somebody may have to choose. */
export type MissingChoice = ColumnName | 'dateOrder';

/** The first that nobody has chosen: the column of the day, its order, or a column that amounts in this way take. */
export function missingChoice(
  mapping: CsvDraft,
  chosenWay: AmountWay | null,
): MissingChoice | null {
  const needed: Record<AmountWay, ColumnName[]> = {
    one: ['amountColumn'],
    direction: ['amountColumn', 'directionColumn'],
    two: ['incomingColumn', 'outgoingColumn'],
  };
  const choices = ['dateColumn', 'dateOrder', ...needed[chosenWay ?? wayOf(mapping)]] as const;
  return choices.find((name) => mapping[name] === null) ?? null;
}
