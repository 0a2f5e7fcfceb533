/** Days after a question to a nominator at which we remind of it. */
export const reminderDays = [3, 7] as const;
/** Days after a question without an answer at which a nomination rests. */
export const dormantAfterDays = 30;
