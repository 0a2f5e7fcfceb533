import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/http/app-error.ts';

const windowSeconds = 15 * 60;

/**
 * Slows down guessing of passwords. Failures count for an account together with the address they come
 * from, so that a stranger cannot lock the owner out, and for the address alone.
 */
export interface LoginThrottle {
  /**
   * Counts an attempt as failed before anybody knows, so that guesses sent all at once count too.
   * Throws 429 when there were too many.
   */
  recordAttempt(account: string, address: string): Promise<void>;
  /** The attempt was none: takes it back, and forgets what failed before at this account. */
  recordSuccess(account: string, address: string): Promise<void>;
}

/** A throttle that this process keeps in memory. */
export function createLoginThrottle(): LoginThrottle {
  const perAccount = new RateLimiterMemory({ points: 10, duration: windowSeconds });
  const perAddress = new RateLimiterMemory({ points: 100, duration: windowSeconds });
  // As the account is found: spaces around the e-mail address do not make another one.
  const accountKey = (account: string, address: string) =>
    `${account.trim().toLowerCase()} ${address}`;
  const count = async (limiter: RateLimiterMemory, key: string) => {
    const state = await limiter.penalty(key);
    if (state.consumedPoints > limiter.points) throw tooMany(state);
  };
  return {
    async recordAttempt(account, address) {
      await count(perAccount, accountKey(account, address));
      await count(perAddress, address);
    },
    async recordSuccess(account, address) {
      await perAccount.delete(accountKey(account, address));
      await perAddress.reward(address);
    },
  };
}

function tooMany(state: RateLimiterRes): AppError {
  const seconds = Math.ceil(state.msBeforeNext / 1000);
  const minutes = Math.ceil(seconds / 60);
  return new AppError(
    'too_many_requests',
    `Too many failed attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    undefined,
    seconds,
  );
}
