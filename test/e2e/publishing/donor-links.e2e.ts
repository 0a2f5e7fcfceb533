import { expect } from '@playwright/test';
import { createUpdate, publishUpdate } from '#contract/publishing/updates.ts';
import { expectAccessible, expectTidy, test, unique } from '#test/support/browser.ts';
import { aProvenNeed } from '#test/support/proven-need.ts';

test('somebody follows a need: nothing is sent before a press on the page of the link', async ({
  page,
  site,
  watched,
}) => {
  // The empty address, and the wrong link.
  watched.allowErrors(/status of 400/);
  const { id, name } = await aProvenNeed(site);
  const email = `${unique('follower').replaceAll(/\W/g, '-').toLowerCase()}@example.com`;
  await page.goto(`/impact/${id}`);
  await page.getByRole('button', { name: 'Email me updates' }).click();
  await expect(page.getByText('Required', { exact: true })).toBeVisible();
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Email me updates' }).click();
  await expect(page.getByText(/an email with a link to confirm it/)).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue('');

  const { text = '' } = await site.inbox.waitFor(email, 'Please confirm');
  const response = await page.goto(/\/follow\?need=[\w-]+#[\w-]+/.exec(text)?.[0] ?? '');
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page).toHaveURL(`/follow?need=${id}`);
  await expect(page.getByText(`when there is news about “${name}”?`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, email me updates' }).click();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/impact/${id}`);

  await page.goto('/follow#wrong');
  await page.getByRole('button', { name: 'Yes, email me updates' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();

  await test.step('who only follows is forgotten, and is told the way back that there is', async () => {
    const news = { kind: 'progress' as const, title: 'First news', text: 'It is warm.' };
    const body = { ...news, fileIds: [] };
    const { id: updateId } = await site.call(createUpdate, { params: { id }, body });
    await site.call(publishUpdate, { params: { id: updateId } });
    const update = await site.inbox.waitFor(email, 'First news');
    await page.goto(/\/unsubscribe#[\w-]+/.exec(update.text ?? '')?.[0] ?? '');
    await expect(page.getByText('at any time')).toHaveCount(0);
    await expect(page.getByText('If you only follow a need, we delete your')).toBeVisible();
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    const deleted = page.getByText('We have deleted your email address. To follow a need again');
    await expect(deleted).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(deleted).toBeVisible();
    await expect(page.locator('main').getByRole('button')).toHaveCount(0);
    await page.locator('main').getByRole('link', { name: 'See where the money goes' }).click();
    await expect(page).toHaveURL('/impact');
  });
});

test('a donor sees all donations behind a link that is mailed on request', async ({
  page,
  site,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const cause = await site.addCause();
  await site.addDonation(cause.id, 4_200);
  await page.goto('/my-gifts');
  await page.getByLabel('Email Address').fill('donor@example.com');
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(
    page.getByRole('status').getByText(/donations from donor@example\.com, .* on its way/),
  ).toBeVisible();

  const { text = '' } = await site.inbox.waitFor('donor@example.com', 'Your link to all');
  const link = /\/my-gifts#[\w-]+/.exec(text)?.[0] ?? '';
  await page.goto('/');
  await page.goto(link);
  await expect(page).toHaveURL(/\/my-gifts$/);
  const donation = page.getByRole('listitem').filter({ hasText: cause.name });
  await expect(donation).toContainText('$42.00');
  await expect(donation).toContainText('Available for needs in its cause');
  await expectTidy(page, 'all donations of a donor', [320, 1440]);
  await donation.getByRole('button', { name: 'Follow it' }).click();
  await expect(page).toHaveURL(/\/gift$/);
  await expect(page.getByRole('row', { name: 'Your donation' })).toContainText('$42.00');
  await page.goto('/my-gifts#wrong');
  await expect(page.getByText('Your link does not work anymore.')).toBeVisible();
});
