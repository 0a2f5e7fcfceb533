import { expect, test } from 'vitest';
import { contactLists, isContactList, type NamedSubject } from '#contract/audit-subjects.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addDeposit, getDeposit } from '#contract/giving/deposits.ts';
import { setDonationAnonymity } from '#contract/giving/donations.ts';
import { listAudit } from '#contract/operations/audit-trail.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { contactFieldsIn } from '#test/support/contact-fields.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { aDonation, anAdministrator, signIn } from '#test/support/factories.ts';

const testApp = useTestApp();

/** Calls of the team with contact data in the response that no reading is recorded of, by the reason. */
const notRecorded: Record<string, string[]> = {
  // Of a line in a deposit that the caller has opened.
  'the trail says who changed it, each time': ['addDeposit', 'returnDepositLine'],
  'people of the team, who work here': [
    ...['listUsers', 'getUser', 'createUser', 'updateUser'],
    ...['getAccessReview', 'confirmAccessReview'],
    ...['listReviews', 'giveReview', 'declareConflict', 'liftConflict'],
  ],
  'the address of the charity': [
    ...['getSettings', 'saveSettings', 'restoreSettings', 'listSettingsVersions'],
  ],
  'a first name that is about to be public': ['listComments', 'decideComment'],
  'what whoever calls has in a file of their own': ['tryCsvMapping'],
  'the last day of a period': [
    ...['listStatementMailings', 'previewStatements', 'mailStatements', 'stopStatementMailing'],
  ],
  'the cause that money moves to': ['getPlanMove', 'movePlans', 'cancelPlanMove'],
};

const ofTeam = Object.entries(allEndpoints).filter(([, { access }]) => access !== 'public');
const withContacts = ofTeam.filter(([, { response }]) => contactFieldsIn(response).length > 0);

test('whatever shows contact data says so in the contract, and is recorded', () => {
  const reasons = Object.values(notRecorded).flat();
  const silent = withContacts.filter(([, { reads }]) => reads === undefined).map(([name]) => name);
  // Add `reads: '…'` to yours.
  expect(silent.filter((name) => !reasons.includes(name))).toEqual([]);
  expect(reasons.filter((name) => !silent.includes(name))).toEqual([]);
});

test('whatever reads a record has its id in the path, and each list is read by something', () => {
  const reading = ofTeam.flatMap(([name, { reads, path }]) =>
    reads === undefined ? [] : [{ name, reads, path }],
  );
  const withoutId = reading.filter(({ reads, path }) => !isContactList(reads) && !/:id/.test(path));
  expect(withoutId).toEqual([]);
  const read = reading.map(({ reads }) => reads);
  expect(Object.keys(contactLists).filter((list) => !read.includes(list as never))).toEqual([]);
});

test('every list that somebody opens is in the trail, under its name and once', async () => {
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  const lists = ofTeam.filter(
    (entry): entry is [string, Endpoint & { reads: keyof typeof contactLists }] => {
      const [, { reads, method, path }] = entry;
      return reads !== undefined && isContactList(reads) && method === 'GET' && !path.includes(':');
    },
  );
  expect(lists.length).toBeGreaterThan(10);
  for (const [name, { path }] of [...lists, ...lists]) {
    const { statusCode } = await testApp.request({ url: path, headers: { cookie } });
    expect(statusCode, name).toBe(200);
  }
  const { body } = await testApp.call(listAudit, {
    cookie,
    query: { actor: `user:${actor.id}`, action: 'contact.list_opened' },
  });
  const named = lists.map(([, { reads }]) => contactLists[reads].name);
  expect(body.map(({ subject }) => subject.name).sort()).toEqual([...new Set(named)].sort());
  expect(body.map(({ subject }) => subject.name)).not.toContain('An erased person');
});

test('entries of earlier versions are named as well, however these spelled what was read', async () => {
  const subjects = [
    'receipts',
    'gift aid',
    'expected-donations',
    'expected transfers',
    'subscriptions',
  ];
  const actor = `user:${newId()}`;
  await testApp.db.transaction().execute(async (trx) => {
    for (const spelled of subjects) {
      // What only an earlier version writes.
      const subjectId = spelled as NamedSubject;
      await recordAudit(trx, { actor, action: 'contact.list_opened', subjectId });
    }
  });
  const cookie = await signIn(testApp);
  const { body } = await testApp.call(listAudit, { cookie, query: { actor } });
  expect(body.map(({ subject }) => subject.name).sort()).toEqual([
    'Expected bank transfers',
    'Expected donations',
    'Gift Aid',
    'Receipts',
    'Subscriptions of an earlier system',
  ]);
});

test('whoever opens a deposit is recorded with its title', async () => {
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  const counted = { title: 'Checks of the fair', expectedCount: 1, expectedAmount: 100 };
  const { id } = (await testApp.call(addDeposit, { cookie, body: counted })).body;
  expect((await testApp.call(getDeposit, { cookie, params: { id } })).status).toBe(200);
  const { body } = await testApp.call(listAudit, { cookie, query: { actor: `user:${actor.id}` } });
  expect(body.filter(({ action }) => action.startsWith('contact.'))).toMatchObject([
    {
      what: 'Read who gave in a deposit',
      subject: { name: 'Checks of the fair', path: `/admin/deposits/${id}` },
    },
  ]);
});

test('a call that changes nothing has shown somebody all the same', async () => {
  const actor = await anAdministrator(testApp);
  const cookie = await signIn(testApp, actor);
  const id = await aDonation(testApp);
  const same = { cookie, params: { id }, body: { isAnonymous: false } };
  expect((await testApp.call(setDonationAnonymity, same)).body.email).toContain('@');
  const { body } = await testApp.call(listAudit, { cookie, query: { actor: `user:${actor.id}` } });
  expect(body.map(({ action }) => action)).toEqual(['contact.donation_opened']);
});
