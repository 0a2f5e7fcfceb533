import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows, now or some steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}
