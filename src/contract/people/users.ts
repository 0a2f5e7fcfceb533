import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { email, idParams, requiredLine, timestamp } from '#contract/fields.ts';
import { userId } from '#contract/ids.ts';
import { roles as allRoles } from '#core/people/rights.ts';

/* The users of the admin area: adding, changing, and deleting people of the team, and their roles. */

/** What somebody does in the charity: at least one role, each once. */
export const someRoles = z
  .array(z.enum(allRoles, { error: 'Not a role' }), { error: 'Required' })
  .min(1, 'Choose at least one role')
  .refine((held) => new Set(held).size === held.length, 'Each role once');

/** A person of the team. */
export const user = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type User = z.infer<typeof user>;

/** A person of the team as owners see them. */
export const listedUser = user.extend({
  roles: someRoles,
  /** An address that waits until everybody whom it takes has opened a link; null if none does. */
  newEmail: z.string().nullable(),
  /** When they accepted the invitation; null while it is open. */
  acceptedAt: timestamp.nullable(),
  lastSignedInAt: timestamp.nullable(),
  secondFactors: z.array(z.enum(['app', 'passkey'])),
  /** The provider of OpenID Connect that signs them in, too; null if none does. */
  provider: z.string().nullable(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** The forms that add and edit a user. */
export const userInput = z.object({
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  email,
  /** Left out, a new user is an owner, and the roles of a known one stay. */
  roles: someRoles.optional(),
});

/** Everybody of the team, by name. */
export const listUsers = endpoint('GET /api/users', {
  summary: 'List the users',
  tag: 'Users',
  access: 'people.write',
  response: z.array(listedUser),
});

/** One of them. */
export const getUser = endpoint('GET /api/users/:id', {
  summary: 'Show a user',
  tag: 'Users',
  access: 'people.write',
  params: idParams(userId),
  response: listedUser,
  errors: ['not_found'],
});

/** Adds somebody, who gets an email with a link to choose a password. */
export const createUser = endpoint('POST /api/users', {
  recent: true,
  approval: 'owner',
  summary: 'Invite a user',
  records: { 'user.created': 'Invited a user' },
  tag: 'Users',
  access: 'people.write',
  body: userInput,
  response: user,
  status: 201,
  errors: ['email_taken'],
});

/**
 * Changes the name and the roles immediately, and starts a change of the email address: the response has the one that counts until
 * the new one is confirmed, and, if it is somebody else's, until its owner has agreed with the link in an email.
 * Somebody who has not accepted the invitation yet gets a new one at the new address. Everybody may change their own
 * name and address; the rest takes the right to people.
 */
export const updateUser = endpoint('POST /api/users/:id', {
  recent: true,
  approval: 'owner',
  summary: 'Change a user',
  records: {
    'user.updated': 'Changed a user',
    'user.address_requested': 'Asked for a new email address',
  },
  tag: 'Users',
  access: 'signed-in',
  params: idParams(userId),
  body: userInput,
  response: user,
  errors: ['not_found', 'not_allowed', 'email_taken', 'last_owner'],
});

/** Cancels a change of email address that is not confirmed yet, one's own or as an owner. Does nothing without one. */
export const cancelAddressChange = endpoint('DELETE /api/users/:id/new-email', {
  recent: true,
  summary: 'Cancel a change of email address',
  records: { 'user.address_stopped': 'Stopped a change of email address' },
  tag: 'Users',
  access: 'signed-in',
  params: idParams(userId),
  errors: ['not_found', 'not_allowed'],
});

/** Removes somebody and ends their sessions. Refused for your own account and for the last owner. */
export const deleteUser = endpoint('DELETE /api/users/:id', {
  recent: true,
  summary: 'Remove a user',
  records: { 'user.deleted': 'Removed a user' },
  tag: 'Users',
  access: 'people.write',
  params: idParams(userId),
  errors: ['not_found', 'own_account', 'last_owner'],
});
