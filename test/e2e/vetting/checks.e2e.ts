import { expect, type Locator, type Page } from '@playwright/test';
import type { NominationId } from '#contract/ids.ts';
import { getSettings, saveSettings } from '#contract/operations/settings.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import {
  expectAccessible,
  expectTidy,
  openSignedIn,
  type Site,
  test,
  unique,
} from '#test/support/browser.ts';
import { aMember, openAs } from '#test/support/member.ts';
import { picture } from '#test/support/sample-files.ts';

test.use({ changesSettings: true });

async function demand(
  site: Site,
  vetting: { isChecklistRequired: boolean; reviewsAboveCents: number | null },
) {
  const settings = await site.call(getSettings, {});
  await site.call(saveSettings, { body: { ...settings, vetting } });
}

async function aNomination(site: Site): Promise<{ id: NominationId; nominee: string }> {
  const nominee = unique('Shelter');
  const cause = await site.addCause();
  return { nominee, id: await site.addNomination(cause.id, nominee) };
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function check(page: Page, point: RegExp, proof: string) {
  const item = part(page, 'Checklist').getByRole('listitem', { name: point });
  await item.getByLabel('How was it proved?').fill(proof);
  await item.getByRole('button', { name: 'Done' }).click();
  await expect(item.getByRole('button', { name: 'Change' })).toBeVisible();
}

test('two colleagues check a nomination, recommend something, and one accepts it', async ({
  page,
  site,
  elsewhere,
  watched,
}) => {
  watched.allowErrors(/status of (400|409)/);
  await demand(site, { isChecklistRequired: true, reviewsAboveCents: 0 });
  const { id, nominee } = await aNomination(site);
  const ben = await aMember(site, ['case-worker']);
  await openSignedIn(page, `/admin/nominations?manage=${id}`);
  const dialog = page.getByRole('dialog', { name: 'Manage Nomination' });
  await expect(dialog).toContainText(
    'Missing before it can be accepted: its checklist, 0 of 2 recommendations.',
  );
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(/Nobody has begun the checklist/)).toBeVisible();
  await dialog.getByRole('link', { name: 'its checklist' }).click();
  const list = part(page, 'Checklist');
  await list.getByRole('button', { name: 'Organization' }).click();
  await expect(list.getByText('0 of 4 points settled')).toBeVisible();

  // Ben opens the same point, and Ada is faster.
  const other = await elsewhere.newPage();
  await openAs(other, ben.email, `/admin/nominations/${id}`);
  const registered = /The organization is registered/;
  const slow = part(other, 'Checklist').getByRole('listitem', { name: registered });
  await slow.getByLabel('How was it proved?').fill('I believe so');
  const fast = list.getByRole('listitem', { name: registered });
  await fast.getByRole('button', { name: 'Done' }).click();
  await expect(fast.getByText('Say how it was proved')).toBeVisible();
  await expect(fast.getByLabel('How was it proved?')).toBeFocused();
  await fast.getByLabel('How was it proved?').fill('Found in the register');
  // Whoever wants to say more keeps what is typed.
  await fast.getByRole('button', { name: 'More' }).click();
  await expect(fast.getByLabel('How was it proved?')).toHaveValue('Found in the register');
  const chooser = page.waitForEvent('filechooser');
  await fast.getByLabel(/^File/).click();
  await (await chooser).setFiles({
    name: 'register.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture(),
  });
  await expect(fast.getByText('Arrived')).toBeVisible();
  await expectAccessible(page);
  await fast.getByRole('button', { name: 'Save' }).click();
  await expect(fast.getByText('Found in the register')).toBeVisible();
  await expect(fast.getByRole('img', { name: 'register.jpg, page 1 of 1' })).toBeVisible();
  await slow.getByRole('button', { name: 'Done' }).click();
  await expect(other.getByText(/Somebody else has changed/).first()).toBeVisible();
  await expect(slow.getByText('Found in the register')).toBeVisible();
  await check(other, /somebody who may speak/, 'A call');
  await check(other, /what it costs/, 'An estimate');
  await expect(part(other, 'Checklist').getByText('3 of 4 points settled')).toBeVisible();

  // Neither sees what the other recommends before they have given theirs.
  const ours = part(page, 'Recommendations');
  // One press declares it and gives the recommendation.
  const press = (place: Locator, name: string) =>
    place
      .getByRole('group', { name: 'I have no conflict of interest, and I am:' })
      .getByRole('button', { name })
      .click();
  await press(ours, 'For');
  await expect(ours.getByText('Required', { exact: true })).toBeVisible();
  await ours.getByLabel('Why?').fill('It is cold in there.');
  await press(ours, 'For');
  await expect(ours.getByRole('heading', { name: 'You' })).toBeVisible();
  await other.goto(`/admin/nominations/${id}`);
  const theirs = part(other, 'Recommendations');
  await expect(theirs.getByText('1 colleague has given a recommendation.')).toBeVisible();
  await expect(other.getByText('It is cold in there.')).toHaveCount(0);
  await theirs.getByLabel('Why?').fill('The city pays for it.');
  await press(theirs, 'Against');
  await expect(theirs.getByText('It is cold in there.')).toBeVisible();
  await expectTidy(other, 'a vetted nomination');

  await page.goto(`/admin/nominations?manage=${id}`);
  await expect(dialog.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expect(dialog.getByText('Missing before it can be accepted')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText(`${nominee}: Accepted.`)).toBeVisible();

  // Everyone reads what was checked, and neither by whom nor how.
  const texts = { publicName: 'A shelter', summary: 'Cots.', story: 'Many.', coverFileId: null };
  await site.call(savePublicPage, { params: { id }, body: texts });
  await site.call(publishNomination, { params: { id } });
  await page.goto(`/impact/${id}`);
  const checked = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'How we checked this' }) });
  await expect(checked.getByRole('listitem')).toHaveCount(3);
  await expect(checked).toContainText('The organization is registered');
  await expect(page.locator('main')).not.toContainText(/Found in the register|Mary|register\.jpg/);
  await expectAccessible(page);
  await page.goto('/how-we-work');
  await expect(page.getByText(/Before every required point is settled/)).toBeVisible();
  await expect(page.getByText(/goal is above \$0\.00/)).toBeVisible();
  await demand(site, { isChecklistRequired: false, reviewsAboveCents: null });
});

test('whoever declares a conflict of interest is out until a colleague takes it back', async ({
  page,
  site,
  elsewhere,
}) => {
  const { id } = await aNomination(site);
  const ben = await aMember(site, ['case-worker']);
  const other = await elsewhere.newPage();
  await openAs(other, ben.email, `/admin/nominations/${id}`);
  const theirs = part(other, 'Recommendations');
  await theirs.getByRole('button', { name: 'I Have a Conflict of Interest' }).click();
  const declare = other.getByRole('dialog', { name: 'Declare a Conflict of Interest' });
  await declare.getByLabel('Reason (optional)').fill('My cousin works there');
  await expectAccessible(other);
  await declare.getByRole('button', { name: 'Declare' }).click();
  await expect(declare).toBeHidden();
  await expect(theirs.getByText(/You have declared a conflict of interest/)).toBeVisible();
  await expect(theirs.getByRole('button')).toHaveText(['Recommendations']);

  await openSignedIn(page, `/admin/nominations/${id}`);
  const ours = part(page, 'Recommendations');
  await expect(ours.getByText(/My cousin works there/)).toBeVisible();
  await ours.getByRole('button', { name: /Take back/ }).click();
  const lift = page.getByRole('dialog', { name: 'Take Back a Conflict of Interest' });
  await lift.getByRole('button', { name: 'Take Back' }).click();
  await expect(lift).toBeHidden();
  await expect(ours.getByText(/My cousin works there/)).toHaveCount(0);
});

test('notes with mentions, corrections, and the trace of a removed one', async ({
  page,
  site,
  elsewhere,
}) => {
  const { id } = await aNomination(site);
  const ben = await aMember(site, ['case-worker']);
  await openSignedIn(page, `/admin/nominations/${id}`);
  const notes = part(page, 'Notes');
  const field = notes.getByLabel('Note', { exact: true });
  await field.click();
  await field.pressSequentially(`Ask @${ben.lastName}`);
  const offered = notes.getByRole('listbox', { name: 'Colleagues' });
  await expect(offered.getByRole('option', { name: `Mary ${ben.lastName}` })).toBeVisible();
  await expectAccessible(page);
  await field.press('Enter');
  await expect(field).toHaveValue(`Ask @Mary ${ben.lastName} `);
  await expect(offered).toBeHidden();
  await field.pressSequentially('about the cots.');
  await notes.getByRole('button', { name: 'Add Note' }).click();
  const note = notes.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(note).toContainText(`Ask @Mary ${ben.lastName} about the cots.`);
  await expect(field).toHaveValue('');

  const mail = await site.inbox.waitFor(ben.email, 'mentioned you in a note');
  expect(mail.text).not.toContain('cots');
  const path = /\/admin\/nominations\/\S+/.exec(mail.text ?? '')?.[0] ?? '';
  const other = await elsewhere.newPage();
  await openAs(other, ben.email, `/admin/nominations/${id}`);
  expect(path).toContain(id);
  await expect(part(other, 'Notes')).toContainText('about the cots.');
  await expect(part(other, 'Notes').getByRole('button', { name: 'Correct' })).toHaveCount(0);

  await note.getByRole('button', { name: 'Correct' }).click();
  const correct = notes.getByRole('form', { name: 'Correct the note' });
  await correct.getByLabel('Note', { exact: true }).fill('Ask the city about the cots.');
  await correct.getByRole('button', { name: 'Save' }).click();
  await expect(note).toContainText('corrected');
  await note.getByRole('button', { name: 'Remove' }).click();
  const remove = page.getByRole('dialog', { name: 'Remove Note' });
  await remove.getByRole('button', { name: 'Delete' }).click();
  await expect(remove).toBeHidden();
  await expect(note).toContainText('was removed by');
  await expect(notes).not.toContainText('cots');
});

test('an owner changes a checklist, and nominations say that there is a newer version', async ({
  page,
  site,
}) => {
  const { id } = await aNomination(site);
  await openSignedIn(page, `/admin/nominations/${id}`);
  await part(page, 'Checklist').getByRole('button', { name: 'Need', exact: true }).click();
  await expect(part(page, 'Checklist').getByText('0 of 4 points settled')).toBeVisible();

  await page.goto('/admin/settings/vetting');
  await page.getByRole('link', { name: 'Change the checklists' }).click();
  const list = page.getByRole('form', { name: 'Checklist: Need' });
  await list.getByRole('button', { name: 'Add Point' }).click();
  await list.getByRole('button', { name: 'Save Checklist' }).click();
  await expect(list.getByText('Required', { exact: true }).last()).toBeVisible();
  await list.getByRole('textbox', { name: 'Point 5' }).fill('The town agrees');
  await list.getByRole('button', { name: 'Move point 5 up' }).click();
  await list.getByRole('button', { name: 'Remove point 5' }).click();
  await expectTidy(page, 'checklists');
  await list.getByRole('button', { name: 'Save Checklist' }).click();
  await expect(page.getByText('Checklist saved')).toBeVisible();
  await expect(page.getByText('1 version')).toBeVisible();

  await page.goto(`/admin/nominations/${id}`);
  const checklist = part(page, 'Checklist');
  await expect(checklist.getByText('There is a newer version of this list, 1.')).toBeVisible();
  await checklist.getByRole('button', { name: 'Take Over the Newer Version' }).click();
  await expect(checklist.getByRole('heading', { name: 'The town agrees' })).toBeVisible();
  await expect(checklist.getByText('There is a newer version')).toHaveCount(0);
});
