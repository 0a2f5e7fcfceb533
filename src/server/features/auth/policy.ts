import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/http/app-error.ts';

const windowSeconds = 15 * 60;

/**
 * Slows down guessing of passwords. Failures count for an account together with the address they come
 * from, so that a stranger cannot lock the owner out, and for the address alone.
 */
export interface LoginThrottle {
  /** Throws 429 while there were too many failures. */
  check(account: string, address: string): Promise<void>;
  recordFailure(account: string, address: string): Promise<void>;
  recordSuccess(account: string, address: string): Promise<void>;
}

/** A throttle that this process keeps in memory. */
export function createLoginThrottle(): LoginThrottle {
  const perAccount = new RateLimiterMemory({ points: 10, duration: windowSeconds });
  const perAddress = new RateLimiterMemory({ points: 100, duration: windowSeconds });
  const accountKey = (account: string, address: string) => `${account.toLowerCase()} ${address}`;
  return {
    async check(account, address) {
      for (const state of [
        await perAccount.get(accountKey(account, address)),
        await perAddress.get(address),
      ]) {
        if (state && state.remainingPoints <= 0) throw tooMany(state);
      }
    },
    async recordFailure(account, address) {
      await Promise.all([
        perAccount.penalty(accountKey(account, address)),
        perAddress.penalty(address),
      ]);
    },
    async recordSuccess(account, address) {
      await perAccount.delete(accountKey(account, address));
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
