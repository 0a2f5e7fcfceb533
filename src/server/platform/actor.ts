import type { SessionId } from '#contract/ids.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { AppError } from '#server/platform/errors.ts';

/** A signed-in administrator: the actor of a command. */
export type Administrator = CurrentUser;

/** Somebody who sends a public form: the actor of a command that needs no session. */
export interface Visitor {
  /** The keyed hash of the network that the call came from; null if it came from none, as in the demo. */
  network: Buffer | null;
  /** The same for the IPv6 site that the network is part of; null if it is part of none. */
  site: Buffer | null;
}

/** A browser in which somebody is signed in. */
export interface Session {
  id: SessionId;
  administrator: Administrator;
  hasSecondFactor: boolean;
  /** They signed in or confirmed their identity recently, so this is not an unattended browser. */
  isRecent: boolean;
}

/** How the ledger and the audit trail name a person. */
export function userActor({ id }: Pick<Administrator, 'id'>): string {
  return `user:${id}`;
}

/** How the ledger and the audit trail name a payment provider that reports something. */
export function providerActor(name: string): string {
  return `provider:${name}`;
}

/** The refusal of whoever has no session, or no longer. */
export function notSignedIn(): AppError {
  return new AppError('not_signed_in', 'Please log in to continue.');
}

/** The refusal of what must not be done from an unattended browser. */
export function confirmationNeeded(): AppError {
  return new AppError(
    'confirm_identity',
    'Please confirm that it is you. Nothing was changed yet.',
  );
}
