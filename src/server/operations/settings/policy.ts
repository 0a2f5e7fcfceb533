import type { Settings } from '#contract/operations/settings.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import { issuerLabels, missingFor, receiptProfileTitles } from '#core/receipts/receipt-profiles.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';

/* Which settings are refused because they contradict each other. */

/** Refuses amounts for the donation form that no donation may have. */
export function checkPresets(
  { presetCents }: Settings,
  { minCents, maxCents }: Config['donation'],
): void {
  const problem = presetCents.map((amount) => cardProblem(amount)).find((each) => each !== null);
  if (problem) throw invalid('presetCents', problem);
  const beyond = presetCents.find((amount) => amount < minCents || amount > maxCents);
  if (beyond === undefined) return;
  throw invalid(
    'presetCents',
    `A donation must be between ${formatCents(minCents)} and ${formatCents(maxCents)}, so the form cannot offer ${formatCents(beyond)}.`,
  );
}

/** Refuses to switch four eyes on while there are fewer owners than two: the second one could never switch it off. */
export function checkFourEyes(old: Settings, wanted: Settings, owners: number): void {
  if (old.fourEyes.isOn || !wanted.fourEyes.isOn || owners >= 2) return;
  throw invalid(
    'fourEyes',
    'This takes two owners who can sign in. Invite a second one first, and wait until they have chosen a password.',
  );
}

/** Refuses to issue receipts that lack something that has to be on them. */
export function checkReceipts({ receipts }: Pick<Settings, 'receipts'>): void {
  const missing = missingFor(receipts);
  if (missing.length === 0) return;
  const names = missing.map((field) => issuerLabels[field]).join(', ');
  const message = `Receipts for ${receiptProfileTitles[receipts.profile]} cannot be switched on yet. Fill in: ${names}.`;
  throw new AppError('invalid_input', message, {
    receipts: message,
    ...Object.fromEntries(missing.map((field) => [`receipts.${field}`, 'Required'])),
  });
}

/** Refuses to offer bank transfers without saying where to. */
export function checkBankTransfers({ bankTransfers }: Settings): void {
  if (!bankTransfers.isOffered || bankTransfers.details.trim() !== '') return;
  const message = 'Fill in where donors transfer money to: account holder, number, and bank.';
  throw new AppError('invalid_input', message, { 'bankTransfers.details': 'Required' });
}

/** 400 for a time zone that the database does not know. */
export function unknownTimeZone(): AppError {
  return invalid('timeZone', 'Not a time zone that we know');
}

function invalid(field: keyof Settings, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message });
}
