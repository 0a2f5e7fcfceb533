import { describeTime, mostMinutesOfDay } from '#core/platform/working-time.ts';
import { AppError } from '#server/platform/errors.ts';

/** Refuses more than there is in a day, together with what the same person has worked on it. */
export function refuseTooMuch(minutes: number, workedMinutes: number): void {
  if (minutes + workedMinutes <= mostMinutesOfDay) return;
  const worked = describeTime(workedMinutes);
  throw new AppError(
    'too_many_hours',
    `This person already has ${worked} on that day, and a day has 24 hours.`,
    { minutes: `Already ${worked} on that day` },
  );
}
