import commonPasswords from 'fxa-common-password-list';
import { AppError } from '#server/platform/errors.ts';

/* Passwords that guessing programs try first and that are therefore refused. */

/** What is wrong with a password that guessing programs try first. */
export const commonPasswordMessage =
  'This is one of the passwords that are guessed first. Please choose another one';

/** Whether a password is among the most common ones, in upper or lower case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.test(password.toLowerCase());
}

/** 400 for a new password that is among the most common ones. */
export function refuseCommonPassword(password: string): void {
  if (!isCommonPassword(password)) return;
  throw new AppError('invalid_input', `${commonPasswordMessage}.`, {
    password: commonPasswordMessage,
  });
}
