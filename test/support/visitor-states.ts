import { expect, type Page } from '@playwright/test';
import { needPath, receiptPath } from '#contract/pages.ts';
import { fillInPerson, untilAlive } from '#test/support/browser.ts';
import type { aProvenNeed } from '#test/support/proven-need.ts';

type Need = Awaited<ReturnType<typeof aProvenNeed>>;

/** What pages show after somebody has done something on them, and how to get there. */
export const visitorStates: Record<string, (page: Page, need: Need) => Promise<void>> = {
  'the donation form, with what is missing': async (page) => {
    await page.goto('/donate');
    await submitDonation(page);
    await expectSome(page, 'Required');
  },
  'the donation form, with a suggested amount for a need': async (page, { id, cause }) => {
    await page.goto(needPath(id));
    await page.getByRole('link', { name: 'Give to this cause' }).click();
    await expect(page).toHaveURL(/\/donate\?/);
    await untilAlive(page);
    await page.getByRole('link', { name: '$50', exact: true }).click();
    await expectSome(page, `You give $50.00 to ${cause.name}.`);
  },
  'the test payment page': startDonation,
  'the donation form, after a payment was canceled': async (page, need) => {
    await startDonation(page, need);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectSome(page, /was not completed, and nothing was charged/);
  },
  'the thank-you page, before the payment is confirmed': async (page, need) => {
    await startDonation(page, need);
    await page.goto('/donate?status=success');
    await expectSome(page, /We are waiting for the confirmation/);
  },
  'the thank-you page of a donor': async (page, need) => {
    await startDonation(page, need);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expectSome(page, /^You gave/);
  },
  'the nomination form, with what is missing': async (page) => {
    await page.goto('/nominate');
    await page.getByRole('button', { name: 'Submit Nomination' }).click();
    await expectSome(page, 'Required');
  },
  'the thank-you page of a nominator': async (page, { cause }) => {
    await page.goto('/nominate');
    await page.getByLabel('Nominee').fill('The Old Mill');
    await page.getByLabel('Cause').selectOption(cause.id);
    await page.getByLabel('Description').fill('Needs a ramp.');
    await fillInPerson(page, 'a-nominator-with-a-long-address@example.com');
    await page.getByRole('button', { name: 'Submit Nomination' }).click();
    await expectSome(page, 'a-nominator-with-a-long-address@example.com');
  },
  'the needs of a selection': async (page, { name, cause }) => {
    await page.goto('/impact');
    await page.getByLabel('Cause', { exact: true }).selectOption(cause.id);
    await expect(page).toHaveURL(/causeId=/);
    await expectSome(page, name);
  },
  'a selection without needs': async (page) => {
    await page.goto('/impact?search=nobody-has-written-this');
    await expectSome(page, 'No need matches your search.');
  },
  'a receipt': async (page, { id, receiptId }) => {
    await page.goto(receiptPath(id, receiptId));
    await expectSome(page, 'What it proves');
  },
  'a receipt over the page': async (page, { id }) => {
    await page.goto(needPath(id));
    await page.locator('a[data-receipt]').first().click();
    await expectSome(page, 'What it proves');
  },
  'the form to follow a need, with what is missing': async (page, { id }) => {
    await page.goto(needPath(id));
    await page.getByRole('button', { name: 'Email me updates' }).click();
    await expectSome(page, 'Required');
  },
  'the question whether to follow a need': async (page) => {
    await page.goto('/follow#wrong');
    await expect(page.getByRole('button', { name: 'Yes, email me updates' })).toBeVisible();
  },
  'a link to follow a need that does not work': async (page) => {
    await page.goto('/follow#wrong');
    await page.getByRole('button', { name: 'Yes, email me updates' }).click();
    await expectSome(page, 'This link does not work');
  },
  'a link that ends emails and does not work': async (page) => {
    await page.goto('/unsubscribe#wrong');
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await expectSome(page, 'This link does not work');
  },
  'a link to a donation that does not work': async (page) => {
    await page.goto('/gift#wrong');
    await expectSome(page, /does not work/);
  },
  'the form for a link to all donations, after it was sent': async (page) => {
    await page.goto('/my-gifts');
    await page.getByLabel('Email Address').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Email me the link' }).click();
    await expectSome(page, /on its way/);
  },
  'a link to all donations that does not work': async (page) => {
    await page.goto('/my-gifts#wrong');
    await expectSome(page, /^Your link does not work/);
  },
  'the form for a message, with what is missing': async (page) => {
    await page.goto('/contact-us');
    await page.getByRole('button', { name: 'Submit Message' }).click();
    await expectSome(page, 'Required');
  },
  'the form for a message, after it was sent without script': async (page) => {
    await page.goto('/contact-us?status=sent');
    await expectSome(page, 'Thank you for your message. We will reply by email.');
  },
  'a page after the cookie notice was understood': async (page) => {
    await page.goto('/contact-us');
    await page.getByRole('button', { name: /I understand/ }).click();
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeHidden();
  },
  'a page on a device that went offline': async (page) => {
    await page.goto('/impact');
    await untilAlive(page);
    await page.context().setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await expectSome(page, /“Contact Us” did not work/);
    await page.context().setOffline(false);
    await expectSome(page, /You are online again/);
  },
};

async function expectSome(page: Page, text: string | RegExp): Promise<void> {
  await expect(
    page.getByText(text, { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
}

async function submitDonation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to Payment Information' }).click();
}

async function startDonation(page: Page, { cause }: Need): Promise<void> {
  await page.goto('/donate');
  await page.getByLabel('Amount').fill('2500');
  await page.getByLabel('Cause').selectOption(cause.id);
  await fillInPerson(page, 'donor@example.com');
  await submitDonation(page);
  await expectSome(page, 'Test payment – no card is charged');
}
