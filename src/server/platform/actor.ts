import type { SessionId, UserId } from '#contract/ids.ts';
import type { CurrentUser } from '#contract/people/sign-in.ts';
import { type Right, type Role, rightsOf } from '#core/people/rights.ts';
import { AppError } from '#server/platform/errors.ts';

/* Who does something: somebody of the team, the provider, or the system; what they may do and see. */

/** A signed-in person of the team: the actor of a command. */
export interface TeamMember extends Omit<CurrentUser, 'needsSecondFactor'> {
  /** Who asked for what is being done because the actor approved it. */
  askedBy?: UserId;
}

/** A person of the team with the rights of their roles. */
export function withRights<P extends { roles: readonly Role[] }>(
  person: P,
): P & { allowed: Right[] } {
  return { ...person, allowed: rightsOf(person.roles) };
}

/** Whether somebody has a right. Rights are read anew for each call, so a role taken away counts at once. */
export function may({ allowed }: Pick<TeamMember, 'allowed'>, right: Right): boolean {
  return allowed.includes(right);
}

/** These values for whoever has the right; null in place of each for everybody else. */
export function visibleTo<Values extends Record<string, unknown>>(
  reader: Pick<TeamMember, 'allowed'>,
  right: Right,
  values: Values,
): { [Name in keyof Values]: Values[Name] | null } {
  if (may(reader, right)) return values;
  return Object.fromEntries(Object.keys(values).map((name) => [name, null])) as {
    [Name in keyof Values]: null;
  };
}

/** Throws 403 unless the actor has the right: the first line of each command, whoever calls it. */
export function demandRight(actor: Pick<TeamMember, 'allowed'>, right: Right): void {
  if (!may(actor, right)) throw notAllowed();
}

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
  member: TeamMember;
  hasSecondFactor: boolean;
  /** Everybody needs one, and they have none: they can set one up, and do nothing else. */
  needsSecondFactor: boolean;
  /** They signed in or confirmed their identity recently, so this is not an unattended browser. */
  isRecent: boolean;
}

/** How the ledger and the audit trail name a person. */
export function userActor({ id }: Pick<TeamMember, 'id'>): string {
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

/** The refusal of whoever has to set up a second factor first. */
export function secondFactorMissing(): AppError {
  return new AppError(
    'second_factor_missing',
    'Everybody on this team signs in with a second factor. Please set one up first.',
  );
}

/** The refusal of whoever is signed in, but has no right to it. */
export function notAllowed(): AppError {
  return new AppError(
    'not_allowed',
    'Your roles do not allow this. Ask an owner of this site if you need it.',
  );
}

/** The refusal of what must not be done from an unattended browser. */
export function confirmationNeeded(): AppError {
  return new AppError(
    'confirm_identity',
    'Please confirm that it is you. Nothing was changed yet.',
  );
}
