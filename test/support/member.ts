import type { Page } from '@playwright/test';
import { resetPassword } from '#contract/people/sign-in.ts';
import { createUser } from '#contract/people/users.ts';
import type { Role } from '#core/people/rights.ts';
import { openSignedIn, type Site, unique } from '#test/support/browser.ts';

/** The password of every {@link aMember}. */
export const memberPassword = 'Passw0rd-of-Mary';

/**
 * The secret of an invitation that nobody has accepted yet, and whom it is for. Unless asked for, not an owner: with
 * the second one, approvals by two people start for all tests of the site.
 */
export async function anInvitation(site: Site, roles: Role[] = ['treasurer']) {
  const lastName = unique('Somerville').replaceAll(' ', '-');
  const email = `${lastName.toLowerCase()}@example.org`;
  const invited = await site.call(createUser, {
    body: { firstName: 'Mary', lastName, email, roles },
  });
  const mail = await site.inbox.waitFor(email, 'You are invited');
  const token = /reset-password\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  return { id: invited.id, lastName, email, token };
}

/** Somebody of one test's own, who has accepted the invitation. */
export async function aMember(site: Site, roles?: Role[]) {
  const { id, lastName, email, token } = await anInvitation(site, roles);
  await site.call(resetPassword, { body: { token, password: memberPassword } });
  return { id, lastName, email };
}

/** Opens a page of the admin area as a member who has signed in before. */
export async function openAs(page: Page, email: string, path = '/admin/account'): Promise<void> {
  await openSignedIn(page, path, { email, password: memberPassword });
}

/** Signs in with the login page, which then leads to a page of the admin area. */
export async function logInAs(page: Page, email: string, path = '/admin/account') {
  await page.goto(`/auth/login?redirectTo=${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(memberPassword);
  await page.getByRole('button', { name: 'Login' }).click();
}
