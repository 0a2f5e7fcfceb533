import type { SessionId } from '#contract/ids.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { AppError } from '#server/platform/errors.ts';

/** A signed-in administrator: who acts in a command. */
export type Administrator = CurrentUser;

/** One browser in which somebody is signed in. */
export interface Session {
  id: SessionId;
  administrator: Administrator;
  /** They signed in or confirmed who they are a short time ago: this is not a browser left open. */
  isRecent: boolean;
}

/** How the ledger and the audit trail name a person who acts. */
export function userActor({ id }: Pick<Administrator, 'id'>): string {
  return `user:${id}`;
}

/** How the ledger and the audit trail name a payment provider that reports something. */
export function providerActor(name: string): string {
  return `provider:${name}`;
}

/** Refuses with 403 what must not be done from a browser that somebody left open. */
export function requireRecentConfirmation({ isRecent }: Pick<Session, 'isRecent'>): void {
  if (isRecent) return;
  throw new AppError('confirm_identity', 'Please confirm that it is you. Nothing was changed yet.');
}
