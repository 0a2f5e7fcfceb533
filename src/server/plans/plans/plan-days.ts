import { changeableDays } from '#core/plans/plans.ts';
import { formatDay, startOfDay } from '#core/platform/dates.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';

/** The day to which somebody moves a payment, or until which they pause. 400 outside of the days that the provider takes. */
export function dayWithin(day: string, mailer: Mailer, field: string): string {
  const { first, last } = changeableDays(new Date(), mailer.settings.current().timeZone);
  if (day >= first && day <= last) return day;
  const message = `Must be between ${formatDay(first)} and ${formatDay(last)}`;
  throw new AppError('invalid_input', `Please check the day. ${message}.`, { [field]: message });
}

/** When a day begins where the charity is, for the end of a pause. */
export function startOf(day: string, mailer: Mailer): Date {
  const { timeZone } = mailer.settings.current();
  return new Date(startOfDay(dayWithin(day, mailer, 'until'), timeZone) ?? day);
}

/** At noon, so that it is the same day for everybody in the charity's country. */
export function noonOf(day: string, mailer: Mailer): Date {
  const { timeZone } = mailer.settings.current();
  return new Date(Date.parse(startOfDay(day, timeZone) ?? day) + 12 * 3600 * 1000);
}
