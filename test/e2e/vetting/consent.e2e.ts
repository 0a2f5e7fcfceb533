import { expect } from '@playwright/test';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { needPath } from '#contract/pages.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { askForConsent } from '#contract/vetting/consents.ts';
import { expectAccessible, expectTidy, openSignedIn, test, unique } from '#test/support/browser.ts';
import { consentTokenIn } from '#test/support/tracking-link.ts';

test.use({ changesSettings: true });

test('a nominee is asked by email, agrees without a name, and takes it back', async ({
  page: nominee,
  site,
  elsewhere,
  watched,
}) => {
  watched.allowErrors(/status of (400|404|409|410)/);
  const settings = await site.call(getSettings, {});
  await site.call(saveSettings, {
    body: { ...settings, nominees: { isConsentRequired: true, otherHelp: '' } },
  });
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, 'Zorblax Quimby');
  await site.accept(id);
  const texts = { summary: 'It was cold.', story: 'The furnace broke.', coverFileId: null };
  const publicName = unique('Zorblax Quimby');
  await site.call(savePublicPage, { params: { id }, body: { ...texts, publicName } });

  const staff = await elsewhere.newPage();
  await openSignedIn(staff, `/admin/nominations/${id}?open=all`);
  await staff.getByRole('button', { name: 'Publish Page' }).click();
  const asking = staff.getByRole('dialog', { name: 'Publish Page' });
  await asking.getByRole('button', { name: 'Publish' }).click();
  await expect(staff.getByText(/has not agreed yet/)).toBeVisible();
  await expect(asking).toBeHidden();
  await staff.getByRole('button', { name: 'Ask the Nominee' }).click();
  const email = `${unique('nominee').replaceAll(' ', '-')}@example.com`;
  await staff.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await expectAccessible(staff);
  await staff.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(staff.getByText('Asked. The email is on its way.')).toBeVisible();

  const mail = await site.inbox.waitFor(email, 'help?');
  await nominee.goto(`/consent#${consentTokenIn(mail.text)}`);
  await expect(nominee.getByRole('heading', { name: 'May We Help?' })).toBeVisible();
  await expect(nominee).toHaveURL(/\/consent$/);
  await nominee.getByRole('button', { name: 'Send your decision' }).click();
  await expect(nominee.getByText('Choose yes or no')).toBeVisible();
  await expectTidy(nominee, 'the page of a nominee');
  await nominee.getByLabel('Yes, you may').check();
  const page = nominee.frameLocator('iframe[title="The page with your choices"]');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A nominee who stays unnamed');
  await expect(page.getByText('The furnace broke.')).toHaveCount(0);
  await nominee.getByLabel('The story, and news about it').check();
  await expect(page.getByText('The furnace broke.')).toBeVisible();
  await nominee.getByLabel('Your name').fill('Zorblax Quimby');
  await nominee.getByRole('button', { name: 'Send your decision' }).click();
  await expect(nominee.getByText('You agreed')).toBeInViewport();
  await expect(nominee.getByRole('heading', { name: 'What you told us' })).toBeFocused();
  // Once more: it says the same, and that it has arrived.
  const arrived = nominee.getByText('We have your decision.');
  await expect(arrived).toHaveCount(0);
  await nominee.getByLabel('Yes, you may').check();
  await nominee.getByRole('button', { name: 'Send your decision' }).click();
  await expect(arrived).toBeVisible();
  await nominee.getByLabel('What should we correct?').fill('It was the boiler.');
  await nominee.getByRole('button', { name: 'Send the correction' }).click();
  await expect(nominee.getByRole('heading', { name: 'Is something wrong?' })).toBeFocused();
  await expect(nominee.getByText(/we look into it/)).toBeVisible();

  await site.call(publishNomination, { params: { id } });
  const visitor = await nominee.context().newPage();
  await visitor.goto(needPath(id));
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'A nominee who stays unnamed',
  );
  for (const path of [
    needPath(id),
    '/',
    '/impact',
    '/impact?search=Zorblax',
    `/follow?need=${id}`,
  ]) {
    const response = await visitor.goto(path);
    // The search shows what was typed.
    const html = ((await response?.text()) ?? '').replaceAll('value="Zorblax"', '');
    expect(html, path).not.toContain('Quimby');
    if (!path.includes('search')) expect(html, path).not.toContain('Zorblax');
  }

  await nominee.getByRole('button', { name: 'Take your consent back' }).click();
  await nominee.getByRole('button', { name: 'Yes, take it back' }).click();
  await expect(nominee.getByText('You took your consent back')).toBeInViewport();
  expect((await visitor.goto(needPath(id)))?.status()).toBe(410);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This page was taken down');
  await staff.reload();
  await expect(staff.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expectTidy(staff, 'a withdrawn consent');
});

test('the code of a letter opens the page', async ({ page: staff, site, elsewhere, watched }) => {
  watched.allowErrors(/status of 400/);
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, unique('School'));
  await openSignedIn(staff, `/admin/nominations/${id}?open=all`);
  await staff.getByRole('button', { name: 'Ask the Nominee' }).click();
  await staff.getByLabel('Who is asked?').selectOption({ index: 2 });
  await staff.getByLabel('How?').selectOption('Letter with a code');
  await staff.getByRole('button', { name: 'Continue' }).click();
  await staff.getByRole('link', { name: 'Show the Letter' }).click();
  const letter = staff.getByRole('article', { name: 'Letter' });
  await expect(letter).toContainText('/consent');
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await letter.textContent()) ?? '')?.[0];
  await expectAccessible(staff);
  const nominee = await elsewhere.newPage();
  await nominee.goto('/consent');
  await nominee.getByLabel('Code').fill('K7M4-RX2H-9TFW');
  await nominee.getByRole('button', { name: 'Continue' }).click();
  await expect(nominee.getByText('Not a code that works')).toBeVisible();
  await expectAccessible(nominee);
  await nominee.getByLabel('Code').fill((code ?? '').toLowerCase());
  await nominee.getByRole('button', { name: 'Continue' }).click();
  await expect(nominee.getByRole('heading', { name: 'May We Help?' })).toBeVisible();
  await nominee.reload();
  await expect(nominee.getByRole('heading', { name: 'May We Help?' })).toBeVisible();
});

test('a nominee who stays unnamed reads why a page is down, and after a withdrawal what could be shown', async ({
  page: nominee,
  site,
}) => {
  const cause = await site.addCause();
  const id = await site.addNomination(cause.id, 'Zorblax Quimby');
  await site.accept(id);
  const publicName = unique('A warm home');
  const texts = { summary: 'Cold.', story: 'Zorblax was cold.', coverFileId: null };
  await site.call(savePublicPage, { params: { id }, body: { ...texts, publicName } });
  await site.call(publishNomination, { params: { id } });
  const body = { channel: 'text', askedAs: 'self' } as const;
  const { text } = await site.call(askForConsent, { params: { id }, body });
  await nominee.goto(`/consent#${consentTokenIn(text ?? '')}`);
  await nominee.getByLabel('Yes, you may').check();
  await nominee.getByLabel('The story, and news about it').check();
  await nominee.getByLabel('Your name').fill('Zorblax Quimby');
  await nominee.getByRole('button', { name: 'Send your decision' }).click();
  const named = nominee.getByText('has “Zorblax” in it (the story)');
  await expect(named).toBeVisible();
  await expect(nominee.getByText(/on our website now|This is a draft/)).toHaveCount(0);
  await nominee.getByRole('button', { name: 'Take your consent back' }).click();
  await nominee.getByRole('button', { name: 'Yes, take it back' }).click();
  await expect(nominee.getByText('You took your consent back')).toBeVisible();
  const page = nominee.frameLocator('iframe[title="The page about you"]');
  await expect(page.getByText('Zorblax was cold.')).toBeVisible();
  await expect(named).toHaveCount(0);
});
