import type { Settings } from '#contract/operations/settings.ts';
import { missingSettings } from '#core/operations/setting-list.ts';
import { cardProblem, formatCents } from '#core/platform/money.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';

/* Which settings are refused because they contradict each other. */

/** Refuses amounts for the donation form that no donation may have. */
export function checkPresets(
  presetCents: Settings['presetCents'],
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
export function checkFourEyes(
  old: Settings['fourEyes'],
  wanted: Settings['fourEyes'],
  owners: number,
): void {
  if (old.isOn || !wanted.isOn || owners >= 2) return;
  throw invalid(
    'fourEyes',
    'This takes two owners who can sign in. Invite a second one first, and wait until they have chosen a password.',
  );
}

/** Refuses to switch something on that lacks what belongs to it, such as receipts without a legal name. */
export function checkComplete(wanted: Partial<Settings>): void {
  const missing = missingSettings(wanted);
  if (missing.length === 0) return;
  throw new AppError(
    'invalid_input',
    `Fill in: ${missing.map(({ label }) => label).join(', ')}.`,
    Object.fromEntries(missing.map(({ path }) => [path, 'Required'])),
  );
}

/** 400 for a time zone that the database does not know. */
export function unknownTimeZone(): AppError {
  return invalid('timeZone', 'Not a time zone that we know');
}

function invalid(field: keyof Settings, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message });
}
