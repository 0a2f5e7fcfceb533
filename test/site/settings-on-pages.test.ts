import { expect, test } from 'vitest';
import { publishUpdate } from '#contract/publishing/updates.ts';
import { formatDate } from '#core/platform/dates.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, aPerson, aTeamMember, signIn } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aDraft } from '#test/support/updates.ts';
import { useWebSite } from '#test/support/web-site.ts';

// Twenty-five hours apart: never the same day.
const [west, east] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'] as const;
const testApp = useTestApp({ env: { TIME_ZONE: west } });
const site = useWebSite(testApp);

test('a saved time zone dates kept pages, mails, and the admin area anew', async () => {
  const cookie = await signIn(testApp);
  const nominationId = await aPublishedNeed(testApp);
  const { id } = await aDraft(testApp, nominationId);
  const { body } = await testApp.call(publishUpdate, { cookie, params: { id } });
  const shown = async () => (await site.get(`/impact/${nominationId}`)).body;
  const dateOf = (timeZone: string) => formatDate(body.publishedAt ?? '', timeZone);
  const receiptDate = async () => {
    const person = aPerson();
    await aDonation(testApp, { person });
    const { text = '' } = await testApp.inbox.waitFor(person.email, 'Thank you for your donation');
    return /Date: +(\S+)/.exec(text)?.[1];
  };
  const application = async () => (await site.get('/admin')).body;

  expect(await shown()).toContain(dateOf(west));
  expect(await receiptDate()).toBe(formatDate(new Date(), west));
  expect(await application()).toContain(`"timeZone":"${west}"`);

  await changeSettings(testApp, { timeZone: east });
  expect(await shown()).toContain(dateOf(east));
  expect(await shown()).not.toContain(dateOf(west));
  expect(await receiptDate()).toBe(formatDate(new Date(), east));
  expect(await application()).toContain(`"timeZone":"${east}"`);
});

test('saved amounts are those of the donation form', async () => {
  const offered = async () =>
    [...(await site.get('/donate')).body.matchAll(/>(\$[\d,.]+)</g)].map(([, amount]) => amount);
  expect(await offered()).toEqual(['$25', '$50', '$100', '$250']);
  await changeSettings(testApp, { presetCents: [1_500, 123_450] });
  expect(await offered()).toEqual(['$15', '$1,234.50']);
  await changeSettings(testApp, { presetCents: [] });
  expect(await offered()).toEqual([]);
});

test('that nominees are vetted before a cent moves is said only where the server sees to it', async () => {
  const vetting = { isChecklistRequired: false, reviewsAboveCents: null };
  const home = async () => (await site.get('/')).body.replaceAll(/\s*(?:<!-- -->)?\s+/g, ' ');
  const donate = async () => (await site.get('/donate')).body;
  const strong = 'we vet every nominee before a cent moves,';
  expect(await home()).not.toContain(strong);
  expect(await home()).toContain(
    'somebody on our team has looked into the nomination and accepted',
  );
  expect(await donate()).not.toContain('have vetted');
  await changeSettings(testApp, { vetting: { ...vetting, isChecklistRequired: true } });
  expect(await home()).toContain(strong);
  expect(await donate()).toContain('until we have vetted a nominee');
  await changeSettings(testApp, { vetting });
});

test('“How We Work” says what takes two people, and what takes only one at the moment', async () => {
  const shown = async () => (await site.get('/how-we-work')).body.replace(/<[^>]+>/g, '\n');
  expect(await shown()).toContain('At the moment nothing');
  expect(await shown()).toContain('none of them has to be settled first');
  expect(await shown()).toContain('One person on our team can decide about it.');
  await aTeamMember(testApp, 'owner');
  await aTeamMember(testApp, 'owner');
  await changeSettings(testApp, {
    howWeWork: 'We meet\non Mondays.\n\n<b>Come by.</b>',
    fourEyes: { isOn: true, spendingAboveCents: 12_345, refundAboveCents: 678 },
    vetting: { isChecklistRequired: true, reviewsAboveCents: 98_765 },
    isSecondFactorRequired: true,
  });
  const page = await shown();
  for (const text of ['Expenses above $123.45', 'Refunds above $6.78', 'A new owner']) {
    expect(page).toContain(text);
  }
  expect(page).toContain('neither lets us accept it nor allocate money to it');
  expect(page).toContain('If its goal is above $987.65');
  expect(page).toContain('We meet\non Mondays.\n');
  expect(page).toContain('&lt;b&gt;Come by.&lt;/b&gt;');
  expect(page).toContain('Everybody signs in with a second factor');
  expect(page).not.toContain('only one person on our team');

  await testApp.db.deleteFrom('users').execute();
  await aTeamMember(testApp, 'owner');
  await aTeamMember(testApp, 'viewer', 'auditor', 'publisher');
  expect(await shown()).toContain('only one person on our team');
});
