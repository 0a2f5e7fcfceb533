import type { Settings } from '#contract/operations/settings.ts';
import { formatCents } from '#core/money.ts';
import type { Config } from '#server/platform/config.ts';
import { AppError } from '#server/platform/errors.ts';

/** Refuses amounts for the donation form that no donation may have. */
export function checkPresets(
  { presetCents }: Settings,
  { minCents, maxCents }: Config['donation'],
): void {
  const beyond = presetCents.find((amount) => amount < minCents || amount > maxCents);
  if (beyond === undefined) return;
  throw invalid(
    'presetCents',
    `A donation must be between ${formatCents(minCents)} and ${formatCents(maxCents)}, so the form cannot offer ${formatCents(beyond)}.`,
  );
}

function invalid(field: keyof Settings, message: string): AppError {
  return new AppError('invalid_input', message, { [field]: message });
}
