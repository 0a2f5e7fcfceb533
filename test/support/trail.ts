import { expect } from 'vitest';
import type { RequestOf } from '#contract/endpoint.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator, logIn, signIn } from '#test/support/factories.ts';

/** A signed-in administrator, and how the trail names them. */
export async function aSignedIn(testApp: TestApp) {
  const user = await anAdministrator(testApp);
  return {
    id: user.id,
    key: `user:${user.id}`,
    name: `${user.firstName} ${user.lastName}`,
    cookie: await logIn(testApp, user),
  };
}

/** The audit trail as another administrator reads it, without who has read somebody's contact data. */
export async function trail(
  testApp: TestApp,
  query: Partial<RequestOf<typeof listAudit>['query']>,
) {
  const { status, body } = await testApp.call(listAudit, { cookie: await signIn(testApp), query });
  expect(status).toBe(200);
  return body.filter(({ action }) => !action.startsWith('contact.'));
}
