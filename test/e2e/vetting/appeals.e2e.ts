import { expect, type Page } from '@playwright/test';
import { createNomination, updateNomination } from '#contract/vetting/nominations.ts';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  person,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { startPastGrace } from '#test/support/end-grace.ts';
import { aMember, openAs } from '#test/support/member.ts';
import { picture } from '#test/support/sample-files.ts';
import { onRelease } from '#test/support/tier.ts';
import { tokenIn } from '#test/support/tracking-link.ts';

/** Restarts on the way, which no other test of its worker notices. */
test.use({ siteEnv: { SITE_NAME: 'Appeals' } });

/** A nomination that the administrator rejects at once. */
async function aRejected(site: Site, causeId: Awaited<ReturnType<Site['addCause']>>['id']) {
  const email = `${unique('nominator').replaceAll(' ', '-')}@example.com`;
  const body = { ...person, email, causeId, nominee: unique('Shelter'), description: 'Heating.' };
  const { id, reference } = await site.call(createNomination, { body });
  const rejection = { isAccepted: false, isRejected: true };
  await site.call(updateNomination, { params: { id }, body: rejection });
  return { id, reference, email };
}

/** Opens the page of a nomination with the link in the mail about its rejection. */
async function openFromMail(page: Page, site: Site, email: string) {
  const mail = await site.inbox.waitFor(email, 'was not accepted');
  expect(mail.text).toContain('you can appeal within 30 days');
  await openTracking(page, mail.text);
  await expect(stepOf(page)).toHaveText('Declined');
}

/** Opens the page behind the link in a mail, whatever page was open before. */

const stepOf = (page: Page) =>
  page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');

test(
  'a nominator appeals, somebody else decides, and the nominator reads what came of it',
  onRelease,
  async ({ page: nominator, site, browser, watched }) => {
    test.setTimeout(180_000);
    watched.allowErrors(/status of 40/);
    const cause = await site.addCause();
    const [accepted, upheld] = [await aRejected(site, cause.id), await aRejected(site, cause.id)];
    const colleague = await aMember(site, ['case-worker']);
    let server = await startPastGrace(site, site);
    await using _running = { [Symbol.asyncDispose]: () => server.stop() };

    await openFromMail(nominator, site, upheld.email);
    await nominator.getByLabel('Why should we look at it again?').fill('It is colder now.');
    await nominator.getByRole('button', { name: 'Send your appeal' }).click();
    await expect(stepOf(nominator)).toHaveText('Being looked at again');

    await openFromMail(nominator, site, accepted.email);
    await nominator.getByRole('button', { name: 'Send your appeal' }).click();
    await expect(nominator.getByText('Required', { exact: true })).toBeVisible();
    const words = nominator.getByLabel('Why should we look at it again?');
    await expect(words).toBeFocused();
    await words.fill('The landlord wrote a letter.');
    await nominator.getByLabel('Files for your appeal').setInputFiles({
      name: 'letter.jpg',
      mimeType: 'image/jpeg',
      buffer: await picture(),
    });
    await expect(nominator.getByRole('list', { name: 'Files of this appeal' })).toContainText(
      'letter.jpg',
    );
    await expect(nominator.getByRole('progressbar')).toBeHidden();
    await expectTidy(nominator, 'an appeal', [320, 820, 1440]);
    await nominator.setViewportSize({ width: 375, height: 700 });
    await nominator.getByRole('button', { name: 'Send your appeal' }).click();
    const sent = nominator.getByRole('heading', { name: 'Your appeal' });
    await expect(sent).toBeFocused();
    await expect(sent).toBeInViewport();
    await expect(nominator.getByText('Thank you. We have your appeal.')).toBeVisible();
    await expect(nominator.getByText('The landlord wrote a letter.')).toBeVisible();
    await expect(nominator.getByText(/^Picture, /)).toBeVisible();
    await expect(stepOf(nominator)).toHaveText('Being looked at again');

    // Not whoever rejected it.
    const contexts = [await browser.newContext(), await browser.newContext()] as const;
    const [first, other] = [await contexts[0].newPage(), await contexts[1].newPage()];
    await openSignedIn(first, `/admin/nominations/${accepted.id}`);
    await expect(first.getByText('The landlord wrote a letter.')).toBeVisible();
    await expect(first.getByText(/^Somebody else of the team/)).toBeVisible();
    await expect(first.getByRole('button', { name: 'Accept After All' })).toBeHidden();
    await first.goto(`/admin/nominations?manage=${accepted.id}`);
    const manage = first.getByRole('dialog', { name: 'Manage Nomination' });
    await expect(manage.getByRole('link', { name: /^Read the appeal/ })).toBeVisible();
    await expect(manage.getByRole('button', { name: 'Accept' })).toHaveCount(0);

    await openAs(other, colleague.email, `/admin/nominations/${accepted.id}`);
    await other.getByRole('button', { name: 'Accept After All' }).click();
    await expect(other.getByText(/Accepted\. The email leaves at/)).toBeVisible();
    // Until then it can be undone, so the nominator still waits.
    await nominator.reload();
    await expect(stepOf(nominator)).toHaveText('Being looked at again');
    await expect(nominator.getByText(/stays declined|is over/)).toBeHidden();

    await other.goto(`/admin/nominations/${upheld.id}`);
    await other.getByRole('button', { name: 'It Stays Declined' }).click();
    const dialog = other.getByRole('dialog', { name: 'It Stays Declined' });
    await dialog.getByLabel('Letter (optional)').fill('We asked the city, which heats it.');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    const told = await site.inbox.waitFor(
      upheld.email,
      `Your appeal about nomination ${upheld.reference}`,
    );
    expect(told.text).toContain('We asked the city, which heats it.');
    await openTracking(nominator, told.text);
    await expect(stepOf(nominator)).toHaveText('Declined');
    await expect(nominator.getByText(/this decision is final/)).toBeVisible();
    await expect(nominator.getByLabel('Why should we look at it again?')).toBeHidden();
    await expectAccessible(nominator);

    server = await startPastGrace(site, server);
    const good = await site.inbox.waitFor(accepted.email, 'was accepted');
    expect(good.text).toContain('looked into your nomination');
    await openTracking(nominator, (await site.inbox.waitFor(accepted.email, 'not accepted')).text);
    await expect(stepOf(nominator)).toHaveText('Approved');
    await expect(nominator.getByRole('heading', { name: 'Your appeal' })).toBeHidden();
    for (const context of contexts) await context.close();
  },
);

/** Opens the page behind the link in a mail, whatever page was open before. */
async function openTracking(page: Page, text: string | undefined) {
  await page.goto('/');
  await page.goto(`/nomination#${tokenIn(text)}`);
}
