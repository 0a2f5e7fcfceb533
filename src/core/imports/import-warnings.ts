import { formatCents } from '#core/platform/money.ts';

/* What of a file looks read from wrong columns. */

/** What is usual where a file comes in, in cents; null where nothing came in yet. */
export interface UsualMoney {
  /** The median of what earlier imports brought. */
  import: number | null;
  /** The median of the donations so far. */
  donation: number | null;
}

/** A donation of a file: in cents, its day (ISO), and the ID that the file gives it, if any. */
interface FoundDonation {
  amountCents: number;
  receivedOn: string;
  externalId: string;
}

const times = 10;
// Older donations are rare in what a charity brings along, and wrong centuries are not.
const oldYears = 40;

/**
 * What looks as if a file were read from wrong columns: sentences to be looked at before anything is imported. `unit`: how
 * many cents are one of the currency; `hasIds`: whether its IDs are from a column; `today`: in ISO form.
 */
export function importWarnings(
  donations: readonly FoundDonation[],
  usual: UsualMoney,
  { unit, hasIds, today }: { unit: number; hasIds: boolean; today: string },
): string[] {
  const amounts = donations.map(({ amountCents }) => amountCents);
  const total = amounts.reduce((sum, cents) => sum + cents, 0);
  const median = amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? 0;
  const warnings: string[] = [];
  if (usual.import !== null && total > times * usual.import) {
    warnings.push(
      `The file brings ${formatCents(total)}, more than ten times what an import usually brings: ${formatCents(usual.import)}. Is the amount read from the right column, with the right decimal mark?`,
    );
  }
  if (usual.donation !== null && median > times * usual.donation) {
    warnings.push(
      `At least half of the donations in the file are of ${formatCents(median)} or more, and donations here are usually of about ${formatCents(usual.donation)}. Is the amount read from the right column, with the right decimal mark?`,
    );
  }
  const [oldest = today] = donations.map(({ receivedOn }) => receivedOn).sort();
  const year = oldest.slice(0, 4);
  if (Number(year) < Number(today.slice(0, 4)) - oldYears) {
    warnings.push(
      `The oldest donation in the file is from the year ${year}, more than ${oldYears} years ago. Is the date read from the right column, and in the right century?`,
    );
  }
  if (looksLikeNumbers(amounts, unit)) {
    warnings.push(
      'The amounts look like the numbers of something, such as invoices: all of them are different, and most are large, not round, and without decimals. Are they read from the right column?',
    );
  }
  if (hasIds && isMost(donations, ({ externalId }) => /^[^\d]{0,4}\d+[.,]\d\d$/.test(externalId))) {
    warnings.push('The IDs look like amounts. Are they read from the right column?');
  }
  return warnings;
}

// Of fewer, anything may be so by chance.
const fewest = 3;

/** Whether no two are equal, and most are large, without decimals, and not round as what people give is. */
function looksLikeNumbers(amounts: readonly number[], unit: number): boolean {
  return (
    amounts.length >= fewest &&
    new Set(amounts).size === amounts.length &&
    isMost(
      amounts,
      (cents) => cents >= 100 * unit && cents % unit === 0 && cents % (5 * unit) !== 0,
    )
  );
}

function isMost<T>(all: readonly T[], fits: (one: T) => boolean): boolean {
  return all.length > 0 && all.filter(fits).length > all.length / 2;
}
