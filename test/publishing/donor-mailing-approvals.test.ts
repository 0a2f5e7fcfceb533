import { expect, test } from 'vitest';
import type { DonorId } from '#contract/ids.ts';
import { approve, listApprovals } from '#contract/people/approvals.ts';
import { listDonorMailings, mailDonors } from '#contract/publishing/donor-mailings.ts';
import { maxMailedAlone } from '#core/donors/donor-mails.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, manyDonors, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();

test('to many donors, nobody writes alone, at once or in parts', async () => {
  const [one, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, { fourEyes: { ...fourEyes, isOn: true } });
  const ids = await manyDonors(testApp, maxMailedAlone + 1);
  const cookie = await signIn(testApp, one);
  const send = (to: DonorId[], subject: string) =>
    testApp.call(mailDonors, { cookie, body: { subject, text: 'Look here', ids: to } });

  expect((await send(ids, 'All at once')).status).toBe(202);
  expect((await send(ids.slice(0, maxMailedAlone), 'As many as one may')).status).toBe(201);
  const rest = await send(ids.slice(maxMailedAlone), 'One more');
  expect(rest.status).toBe(202);
  const mailings = async () =>
    (await testApp.call(listDonorMailings, { cookie })).body.map(({ subject }) => subject);
  expect(await mailings()).toEqual(['As many as one may']);

  const approver = await signIn(testApp, other);
  const { body } = await testApp.call(listApprovals, { cookie: approver, query: {} as never });
  const asked = body.find(({ facts }) => facts.some(({ value }) => value === 'One more'));
  expect(asked?.facts).toEqual([
    { label: 'To', value: '1 selected donor' },
    { label: 'Subject', value: 'One more' },
    { label: 'Text', value: 'Look here' },
  ]);
  const approved = await testApp.call(approve, {
    cookie: approver,
    params: { id: asked?.id as never },
    body: { fingerprint: asked?.fingerprint ?? '' },
  });
  expect(approved.body.status).toBe('approved');
  expect(await mailings()).toEqual(['One more', 'As many as one may']);
});
