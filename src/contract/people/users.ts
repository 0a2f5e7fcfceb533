import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { email, idParams, requiredLine } from '#contract/fields.ts';
import { userId } from '#contract/ids.ts';

/** An administrator. */
export const user = z.object({
  id: userId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type User = z.infer<typeof user>;

/** An administrator as colleagues see them. */
export const listedUser = user.extend({
  /** An address that waits until everybody whom it takes has opened a link; null if none does. */
  newEmail: z.string().nullable(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** The forms that add and edit a user. */
export const userInput = z.object({
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  email,
});

/** Every administrator, by name. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'List the administrators',
  tag: 'Users',
  access: 'administrator',
  response: z.array(listedUser),
});

/** One administrator. */
export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Show an administrator',
  tag: 'Users',
  access: 'administrator',
  params: idParams(userId),
  response: listedUser,
  errors: ['not_found'],
});

/** Adds an administrator, who gets an email with a link to choose a password. */
export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  recent: true,
  summary: 'Invite an administrator',
  tag: 'Users',
  access: 'administrator',
  body: userInput,
  response: user,
  status: 201,
  errors: ['email_taken'],
});

/**
 * Changes the name immediately, and starts a change of the email address: the response has the one that counts until
 * the new one is confirmed, and, if it is somebody else's, until its owner has agreed with the link in an email.
 * Somebody who has not accepted the invitation yet gets a new one at the new address.
 */
export const updateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id',
  recent: true,
  summary: 'Change an administrator',
  tag: 'Users',
  access: 'administrator',
  params: idParams(userId),
  body: userInput,
  response: user,
  errors: ['not_found', 'email_taken'],
});

/** Cancels a change of email address that is not confirmed yet. Does nothing if there is none. */
export const cancelAddressChange = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/new-email',
  recent: true,
  summary: 'Cancel a change of email address',
  tag: 'Users',
  access: 'administrator',
  params: idParams(userId),
  errors: ['not_found'],
});

/**
 * Removes an administrator and ends their sessions. Refused for your own account and for the last administrator.
 */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  recent: true,
  summary: 'Remove an administrator',
  tag: 'Users',
  access: 'administrator',
  params: idParams(userId),
  errors: ['not_found', 'own_account', 'last_administrator'],
});
