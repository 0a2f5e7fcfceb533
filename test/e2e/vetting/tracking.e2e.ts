import { expect } from '@playwright/test';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  person,
  test,
  unique,
} from '#test/support/browser.ts';
import { picture } from '#test/support/sample-files.ts';
import { tokenIn } from '#test/support/tracking-link.ts';

test('from the form to a question, its answer, and the decision', async ({
  page: nominator,
  site,
  elsewhere,
  watched,
}) => {
  watched.allowErrors(/status of 400/);
  const cause = await site.addCause();
  const nominee = unique('Shelter');
  const email = `${unique('nominator').replaceAll(' ', '-')}@example.com`;
  await nominator.goto('/nominate');
  await nominator.getByLabel('Nominee', { exact: true }).fill(nominee);
  await nominator.getByLabel('Cause').selectOption(cause.name);
  await nominator.getByLabel('Description').fill('The furnace broke down.');
  await nominator.getByLabel('First Name').fill('Nathaniel');
  await nominator.getByLabel('Last Name').fill('Winters');
  await nominator.getByLabel('Email Address').fill(email);
  await nominator.getByLabel('Phone Number').fill(person.phone);
  await nominator.getByLabel('Zip Code').fill(person.zip);
  // Typed like on the donation form, and asked about like there.
  await nominator.getByLabel('How much is needed?').pressSequentially('4500');
  await expect(nominator.getByLabel('How much is needed?')).toHaveValue('$45.00');
  await expect(nominator.getByLabel('How much is needed?')).toHaveAccessibleDescription(
    /Type the cents too: 2500 for \$25\.00/,
  );
  await nominator.getByLabel('How soon is it needed?').selectOption('Within weeks');
  await nominator.getByLabel('Do they know about this nomination?').selectOption('Not yet');
  await nominator.getByRole('button', { name: '$4,500.00' }).click();
  await nominator.getByRole('button', { name: 'Submit Nomination' }).click();
  await expect(nominator).toHaveURL(/status=success/);
  const reference = (await nominator.getByText(/^.{3}-.{3}$/).textContent()) ?? '';
  await nominator.getByRole('link', { name: 'See your nomination' }).click();

  await expect(nominator.getByRole('heading', { name: 'Your Nomination' })).toBeVisible();
  await expect(nominator).toHaveURL(/\/nomination$/);
  const step = nominator.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]');
  await expect(step).toHaveText('Received');
  await expect(nominator.getByText('$4,500.00')).toBeVisible();

  const staff = await elsewhere.newPage();
  await openSignedIn(staff, `/admin/nominations?id=${reference.toLowerCase()}`);
  await expect(staff.getByRole('row', { name: nominee })).toContainText(reference);
  await staff.getByRole('button', { name: 'Manage' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Manage Nomination' });
  await expect(dialog).toContainText('Within weeks');
  await dialog.getByRole('link', { name: 'Open the Nomination' }).click();
  await staff.getByRole('button', { name: 'Start Checking' }).click();
  await expect(staff.getByText('Being checked', { exact: true })).toBeVisible();
  await staff.getByRole('button', { name: 'Ask the Nominator' }).click();
  await staff.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(staff.getByText('Required', { exact: true })).toBeVisible();
  await staff.getByLabel('Question', { exact: true }).fill('Do you have an offer?');
  await staff.getByRole('button', { name: 'Send', exact: true }).click();
  const asked = staff.getByRole('list', { name: 'Questions' });
  await expect(asked.getByText('No answer yet')).toBeVisible();
  await expectAccessible(staff);

  const mail = await site.inbox.waitFor(email, `A question about your nomination ${reference}`);
  await nominator.goto('/');
  await nominator.goto(`/nomination#${tokenIn(mail.text)}`);
  await expect(nominator.getByText('Do you have an offer?')).toBeVisible();
  await nominator.getByRole('button', { name: 'Send your answer' }).click();
  await expect(nominator.getByText('Required', { exact: true })).toBeVisible();
  await nominator.getByLabel('Your answer to question 1').fill('Yes, $4,400.');
  await nominator.getByLabel('Files for your answer').setInputFiles({
    name: 'offer.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(),
  });
  await expect(nominator.getByRole('list', { name: 'Files of this answer' })).toContainText(
    'offer.jpg',
  );
  await expect(nominator.getByRole('progressbar', { name: 'Upload of offer.jpg' })).toBeHidden();
  await expectTidy(nominator, 'the page of a nominator', [320, 375, 1440]);
  // What was typed survives a reload.
  await nominator.reload();
  await expect(nominator.getByLabel('Your answer to question 1')).toHaveValue('Yes, $4,400.');
  await nominator.getByLabel('Files for your answer').setInputFiles({
    name: 'offer.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(),
  });
  await nominator.getByRole('button', { name: 'Send your answer' }).click();
  await expect(nominator.getByText('Thank you. We have your answer.')).toBeVisible();
  await expect(nominator.getByText(/^Your answer of/)).toBeFocused();
  await expect(nominator.getByText(/^Picture, /)).toBeVisible();
  await nominator.getByRole('button', { name: 'Correct your answer' }).click();
  await nominator.getByLabel('Your answer to question 1').fill('Yes, $4,450.');
  await nominator.getByRole('button', { name: 'Send the correction' }).click();
  await expect(nominator.getByText(/corrected once/)).toBeVisible();
  // Whoever gets the link passed on does not learn who nominated.
  await expect(nominator.locator('body')).not.toContainText(/Nathaniel|Winters/);
  await expect(nominator.locator('body')).not.toContainText(email);

  await staff.reload();
  await expect(staff.getByText('Yes, $4,450.')).toBeVisible();
  await expect(staff.getByRole('link', { name: 'Download as it was sent' }).first()).toBeVisible({
    timeout: 60_000,
  });
  await staff.getByText('1 earlier version').click();
  await expect(staff.getByText('Yes, $4,400.')).toBeVisible();
  await expectTidy(staff, 'questions and answers');
  await staff.getByRole('button', { name: 'Close Question' }).click();
  await expect(staff.getByText('Closed', { exact: true })).toBeVisible();
  await nominator.reload();
  await expect(nominator.getByText(/This question is closed/)).toBeVisible();

  // The goal is what the nominator asked for, until somebody changes it there.
  await expect(staff.getByLabel('Goal (optional)')).toHaveValue('4500.00');
  await staff.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(staff.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(staff.locator('main')).toContainText('$4,500.00 missing');
  await nominator.reload();
  await expect(step).toHaveText('Being checked');

  // A new link ends the others.
  await staff.getByRole('button', { name: 'Send the Tracking Link' }).click();
  await staff
    .getByRole('dialog', { name: 'Send the Tracking Link' })
    .getByRole('button', { name: 'Send' })
    .click();
  await expect(staff.getByText('A new link is on its way')).toBeVisible();
  await nominator.reload();
  await expect(nominator.getByText(/This link does not work/)).toBeVisible();
  await expectAccessible(nominator);

  // Whoever has none asks for one, with the address alone.
  await nominator.getByLabel('Email Address').fill(email);
  await nominator.getByRole('button', { name: 'Email me the links' }).click();
  await expect(nominator.getByText(`If there are nominations from ${email}`)).toBeVisible();
  const found = await site.inbox.waitFor(email, 'The link to your nomination');
  await nominator.goto(`/nomination#${tokenIn(found.text)}`);
  await expect(step).toHaveText('Being checked');
});
