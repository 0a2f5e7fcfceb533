import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileId } from '#contract/ids.ts';
import { openDonationPage } from '#contract/publishing/donation-page.ts';
import { type File, publishFile, redactFile, updateFile } from '#contract/publishing/files.ts';
import { getNeed, listNeeds } from '#contract/publishing/needs.ts';
import { useTestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { type MarkedFile, markedFiles } from '#test/support/marked-files.ts';
import { marksIn } from '#test/support/marks.ts';
import { aDonationToken, aExpense, publishNeed } from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { aNeedWithDonors, aPublishedUpdate, mailsOfUpdates } from '#test/support/updates.ts';
import { aFile, details, settled } from '#test/support/upload.ts';

const server = await aMailServer();
const testApp = useTestApp({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://give.example' } });
const { updateTo } = mailsOfUpdates(testApp, server);
const all = await markedFiles();
const places = all.reduce((sum, { marks }) => sum + marks.places.size, 0);

let cookie = '';
beforeAll(async () => {
  await server.start();
  cookie = await signIn(testApp);
});
afterAll(() => server.stop());

test('each place of the files has its mark, or its absence later would prove nothing', () => {
  for (const { name, content, marks } of all) {
    const found = marksIn(content, marks);
    const without = [...marks.places.keys()].filter(
      (place) => !found.some((one) => one === place || one.startsWith(`${place}, `)),
    );
    expect([name, without]).toEqual([name, []]);
  }
  expect(places).toBeGreaterThan(200);
});

test('nothing that is hidden in a file is in anything that the public gets', async () => {
  const { nominationId, donors } = await aNeedWithDonors(testApp, 10_000);
  const ids: FileId[] = [];
  for (const file of all) ids.push((await published(file)).id);
  const receiptIds = ids.filter((_id, index) => all[index]?.kind === 'receipt');
  await aExpense(testApp, { nominationId, amount: 5_000, receiptIds });
  const photo = ids[all.findIndex(({ name }) => name === 'JPEG')] ?? null;
  await publishNeed(testApp, nominationId, { coverFileId: photo });
  await aPublishedUpdate(testApp, nominationId, { fileIds: ids });

  const got: Buffer[] = [];
  const get = async (url: string, headers = {}) => {
    const response = await testApp.request({ url, headers });
    expect([url, response.statusCode]).toEqual([url, expect.toBeOneOf([200, 206])]);
    got.push(response.rawPayload, Buffer.from(JSON.stringify(response.headers)));
    return response;
  };
  const need = await get(getNeed.path.replace(':id', nominationId));
  await get(listNeeds.path);
  const { id: donationId } = await testApp.db
    .selectFrom('donations')
    .select('id')
    .where('email', '=', donors[0]?.email ?? '')
    .executeTakeFirstOrThrow();
  const token = await aDonationToken(testApp, donationId);
  const page = await testApp.call(openDonationPage, { body: { token } });
  expect(page.body.shares[0]?.expenses[0]?.receipts).toHaveLength(receiptIds.length);
  const answers = `${need.body}${JSON.stringify(page.body)}`;
  got.push(Buffer.from(answers));

  const urls = new Set(answers.match(/\/files\/[\w-]+/g));
  // Photos in two formats and up to three widths each, a video with its still picture, receipts also as PDF.
  expect(urls.size).toBeGreaterThan(15);
  for (const url of urls) {
    const { rawPayload } = await get(url);
    const half = Math.floor(rawPayload.length / 2);
    for (const range of [`0-${half}`, `${half}-`, '-100']) {
      await get(url, { range: `bytes=${range}` });
    }
    await get(url, { accept: 'image/avif,*/*', 'accept-encoding': 'gzip, br' });
  }

  const { mail } = await updateTo(donors[0]?.email ?? '');
  expect(mail.attachments.length).toBeGreaterThan(0);
  got.push(Buffer.from(JSON.stringify([mail.headers, mail.html, mail.text])));
  for (const { content, filename } of mail.attachments) {
    got.push(Buffer.from(content as ArrayBuffer), Buffer.from(filename ?? ''));
  }

  const everything = Buffer.concat(got);
  const left = all.flatMap(({ marks }) => marksIn(everything, marks));
  recordFigures('U10', {
    'formats with marks': all.length,
    'places with a mark': places,
    'downloads of the public': urls.size,
    'marks found in them': left.length,
  });
  expect(left).toEqual([]);

  async function published({ kind, content }: MarkedFile): Promise<File> {
    const file = await aFile(testApp, { kind, content, nominationId, cookie });
    const params = { id: file.id };
    if (kind === 'receipt') {
      await testApp.call(redactFile, { cookie, params, body: { nothingToBlackOut: true } });
      await settled(testApp, file.id);
    } else await testApp.call(updateFile, { cookie, params, body: details });
    if (kind === 'video') {
      const still = { nominationId, stillOf: file.id, content: await picture(), cookie };
      await aFile(testApp, still);
    }
    const { status, error } = await testApp.call(publishFile, { cookie, params });
    expect([status, error.message]).toEqual([200, undefined]);
    return file;
  }
});
