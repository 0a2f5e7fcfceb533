import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobId } from '#contract/ids.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { publishFile, updateFile } from '#contract/publishing/files.ts';
import { formatDate } from '#core/platform/dates.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { queueNextMails } from '#server/publishing/updates/jobs.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { teamEmail, useTestApp } from '#test/support/app.ts';
import { anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aExpense, aPublishedNeed } from '#test/support/proof.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { mp4 } from '#test/support/sample-videos.ts';
import {
  aNeedWithDonors,
  aPublishedUpdate,
  aShare,
  headerOf,
  isUpdate,
  mailsOfUpdates,
} from '#test/support/updates.ts';
import { aFile, aPublishedFile, details } from '#test/support/upload.ts';

const server = await aMailServer();
const publicUrl = 'https://give.example';
const testApp = useTestApp({
  env: { SMTP_URL: server.url, PUBLIC_URL: publicUrl },
});
const today = formatDate(new Date(), new Intl.DateTimeFormat().resolvedOptions().timeZone);
let cookie = '';
beforeAll(async () => {
  await server.start();
  cookie = await signIn(testApp);
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const { updateTo, settledMailing } = mailsOfUpdates(testApp, server);

describe('the email to a donor', () => {
  test('has the share of each of their donations to the cent, with a private link to each', async () => {
    const { causeId, nominationId, donors } = await aNeedWithDonors(testApp, 10_000, 3_333);
    const [donor = aPerson(), other = aPerson()] = donors;
    const second = await aShare(testApp, { causeId, nominationId }, donor, 4_000, 10_001);
    await aExpense(testApp, { nominationId, amount: 12_000 });
    await aPublishedUpdate(testApp, nominationId);
    const { mail } = await updateTo(donor.email);
    expect(mail.text).toContain(
      `$100.00 of your $100.00 donation of ${today}: $100.00 spent\n$40.00 of your $100.01 donation of ${today}:  $40.00 allocated but not spent yet`,
    );
    // Nobody has confirmed a donor's address, so the name that was typed with it is not quoted.
    expect(mail.text).toContain('Dear donor,');
    expect(mail.text).not.toContain(donor.firstName);
    expect(mail.text).toContain('The furnace is in');
    expect(mail.text).toContain(`${publicUrl}/impact/${nominationId}`);
    const tokens = [...(mail.text ?? '').matchAll(/\/gift#([\w-]+)/g)].map(([, token]) => token);
    expect(tokens).toHaveLength(2);
    const donations = await Promise.all(
      tokens.map((token = '') => testApp.call(openDonationPage, { body: { token } })),
    );
    expect(donations.map(({ body }) => body.amount)).toEqual([10_000, 10_001]);
    expect(donations[1]?.body.id).toBe(second);
    // Once for each person, and nothing about anyone else.
    const others = await updateTo(other.email);
    expect(others.mail.text).toContain('$33.33 of your $33.33 donation');
    expect(others.mail.text).toContain('$20.00 spent,');
    for (const text of [donor.email, '$100.01', '$40.00']) {
      expect(`${others.mail.text}${others.mail.html}`).not.toContain(text);
    }
    await settledMailing(nominationId, { total: 3, waiting: 0, sent: 3, failed: 0 });
    expect(server.to(donor.email).filter(isUpdate)).toHaveLength(1);
  });

  test('shows photos and the still picture of a video, and has the receipt attached', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const photo = await aPublishedFile(testApp, { nominationId, content: await picture() });
    const receipt = await aPublishedFile(testApp, {
      nominationId,
      kind: 'receipt',
      content: await pdf(['19.99']),
    });
    const video = await aFile(testApp, { nominationId, kind: 'video', content: mp4() });
    await aFile(testApp, { nominationId, stillOf: video.id, content: await picture() });
    await testApp.call(updateFile, {
      cookie,
      params: { id: video.id },
      body: { ...details, alternativeText: 'Maria lights it' },
    });
    await testApp.call(publishFile, { cookie, params: { id: video.id } });
    await aPublishedUpdate(testApp, nominationId, { fileIds: [photo.id, video.id, receipt.id] });
    const received = await updateTo(donors[0]?.email ?? '');
    const { html = '', attachments } = received.mail;
    const inline = attachments.filter(({ disposition }) => disposition === 'inline');
    expect(inline.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg', 'image/jpeg']);
    for (const { contentId = '' } of inline) {
      expect(html).toContain(`src="cid:${contentId.replaceAll(/[<>]/g, '')}"`);
    }
    expect(html).toContain('alt="A furnace in a cellar"');
    expect(html).toContain('alt="Video: Maria lights it"');
    expect(html).not.toMatch(/src="http/);
    const copy = receipt.copies.find(
      ({ role, mediaType }) => role === 'public' && mediaType === 'application/pdf',
    );
    const [attached, ...more] = attachments.filter(
      ({ disposition }) => disposition === 'attachment',
    );
    expect(more).toEqual([]);
    expect(attached).toMatchObject({ mimeType: 'application/pdf' });
    expect(attached?.filename).toMatch(/^receipt-[0-9a-f]{8}\.pdf$/);
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new Uint8Array(attached?.content as ArrayBuffer),
    );
    expect(Buffer.from(digest).toString('hex')).toBe(copy?.sha256);
    expect(received.mail.text).toContain('A copy of the receipt is attached');
  });

  test('links receipts that are too large together', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    const options = { nominationId, kind: 'receipt', content: await pdf(['19.99']) } as const;
    const receipts = [
      await aPublishedFile(testApp, options),
      await aPublishedFile(testApp, options),
    ];
    // As scans of many pages are.
    await testApp.db
      .updateTable('fileCopies')
      .set({ bytes: 3 * 1024 * 1024 })
      .where(
        'fileId',
        'in',
        receipts.map(({ id }) => id),
      )
      .where('mediaType', '=', 'application/pdf')
      .execute();
    await aPublishedUpdate(testApp, nominationId, { fileIds: receipts.map(({ id }) => id) });
    const { mail } = await updateTo(donors[0]?.email ?? '');
    expect(mail.attachments).toEqual([]);
    const links = mail.text?.match(/https:\/\/give\.example\/files\/[\w-]+/g) ?? [];
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect((await testApp.request({ url: new URL(link).pathname })).statusCode).toBe(200);
    }
  });

  test('can be unsubscribed from with one click, and says so', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    await aPublishedUpdate(testApp, nominationId);
    const received = await updateTo(donors[0]?.email ?? '');
    expect(headerOf(received, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headerOf(received, 'list-unsubscribe')).toMatch(
      /^<https:\/\/give\.example\/unsubscribe\/[\w-]{43}>$/,
    );
    const token = /\/unsubscribe\/([\w-]+)/.exec(headerOf(received, 'list-unsubscribe'))?.[1] ?? '';
    expect(received.mail.text).toContain(`${publicUrl}/unsubscribe#${token}`);
  });

  test('says openly that it did not work out, even when the money has already been released', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 10_000, 5_000);
    await aExpense(testApp, { nominationId, amount: 2_500 });
    const actor = await anAdministrator(testApp);
    await releaseLeftovers(
      testApp.db,
      actor,
      { nominationId, reason: 'The house was sold.' },
      null,
    );
    await aPublishedUpdate(testApp, nominationId, { kind: 'did_not_work_out', title: 'Sold' });
    const [first, second] = await Promise.all(donors.map(({ email }) => updateTo(email)));
    expect(first?.mail.subject).toBe('Test: A furnace for a family did not work out: Sold');
    expect(first?.mail.text).toMatch(
      /\$100\.00 of your \$100\.00 donation.*\$25\.00 spent, \$75\.00 back in your donation/,
    );
    expect(second?.mail.text).toMatch(
      /\$50\.00 of your \$50\.00 donation.*: +\$50\.00 back in your donation/,
    );
    for (const { mail } of [first, second].flatMap((each) => each ?? [])) {
      expect(mail.text).toContain('The rest goes back to the donations');
      expect(mail.text).toContain('another need of the same cause');
    }
  });
});

test('an update about a need without donors goes only to its nominator', async () => {
  const nominationId = await aPublishedNeed(testApp);
  await aPublishedUpdate(testApp, nominationId);
  await settledMailing(nominationId, { total: 1, waiting: 0, sent: 1 });
});

test('the email to the nominator has no share, no donation, and nothing that was submitted', async () => {
  const { nominationId } = await aNeedWithDonors(testApp, 4_000);
  await testApp.db
    .updateTable('nominations')
    .set({ nominee: 'canary nominee', description: 'canary words' })
    .where('id', '=', nominationId)
    .execute();
  await aPublishedUpdate(testApp, nominationId);
  const { email } = await testApp.db
    .selectFrom('nominations')
    .select('email')
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow();
  const { mail } = await updateTo(email);
  expect(mail.text).toContain('which you nominated');
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/your donation|\/gift#|\$|canary/);
});

test('somebody who nominated the need and gave to it is addressed as both', async () => {
  const { causeId, nominationId } = await aNeedWithDonors(testApp, 4_000);
  const { email, firstName } = await testApp.db
    .selectFrom('nominations')
    .select(['email', 'firstName'])
    .where('id', '=', nominationId)
    .executeTakeFirstOrThrow();
  const donor = { ...aPerson(), email: email.toUpperCase(), firstName: 'Unconfirmed' };
  await aShare(testApp, { causeId, nominationId }, donor, 100);
  await aPublishedUpdate(testApp, nominationId);
  const { mail } = await updateTo(email);
  expect(mail.text).toContain(`Dear ${firstName},`);
  expect(mail.text).toContain('which you nominated. Your donation is part of it');
  expect(mail.text).toContain('you nominated this need, and your donation helped it.');
  expect(mail.text).not.toContain('Unconfirmed');
});

test('a donor whose money was released since is told neither of a share nor of a nomination', async () => {
  const nominationId = await aPublishedNeed(testApp);
  const { id: updateId } = await aPublishedUpdate(testApp, nominationId);
  const { email } = aPerson();
  await testApp.db
    .insertInto('updateRecipients')
    .values({ id: newId<JobId>(), updateId, email, role: 'donor', firstName: 'Grace' })
    .execute();
  await queueNextMails(testApp.db, testApp.mailer);
  const { mail } = await updateTo(email);
  expect(mail.text).toContain('Dear donor,');
  expect(mail.text).toContain('It has gone back to your donation since then.');
  expect(mail.text).not.toMatch(/nominated|part of it|helped this need|Grace/);
});

describe('an update about what did not work out', () => {
  test('says nothing about a rest when everything is spent', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    await aExpense(testApp, { nominationId, amount: 4_000 });
    await aPublishedUpdate(testApp, nominationId, { kind: 'did_not_work_out' });
    const [donor = aPerson()] = donors;
    const { mail } = await updateTo(donor.email);
    expect(mail.text).toContain('what has already been spent stays on the page');
    expect(mail.text).not.toContain('The rest goes back');
  });

  test('invites the nominator to answer, to an address that is read', async () => {
    const { nominationId, donors } = await aNeedWithDonors(testApp, 4_000);
    await aPublishedUpdate(testApp, nominationId, { kind: 'did_not_work_out' });
    const { email } = await testApp.db
      .selectFrom('nominations')
      .select('email')
      .where('id', '=', nominationId)
      .executeTakeFirstOrThrow();
    const { mail } = await updateTo(email);
    expect(mail.text).toContain('please reply to this email');
    expect(mail.replyTo?.[0]?.address).toBe(teamEmail);
    const [donor = aPerson()] = donors;
    expect((await updateTo(donor.email)).mail.text).not.toContain('reply to this email');
  });
});
