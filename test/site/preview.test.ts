import { beforeAll, describe, expect, test } from 'vitest';
import type { FileId, NominationId } from '#contract/ids.ts';
import { needPath } from '#contract/pages.ts';
import type { File } from '#contract/publishing/files.ts';
import { getNeed } from '#contract/publishing/needs.ts';
import {
  type PreviewedConsentPage,
  previewConsentPage,
  previewPublicPage,
} from '#contract/publishing/previews.ts';
import {
  getPublicPage,
  publishNomination,
  savePublicPage,
} from '#contract/publishing/public-pages.ts';
import { setGoal } from '#contract/vetting/nominations.ts';
import type { ConsentScope } from '#core/vetting/consent.ts';
import { markCopies } from '#server/publishing/files/copy-marks.ts';
import { draftNeed } from '#server/publishing/needs/draft-need.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { answer, askNominee } from '#test/support/consents.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import { aNominationThatIs, anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { payloads } from '#test/support/hostile-markup.ts';
import { aExpense, aReceipt } from '#test/support/proof.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { aFile, aPublishedFileWithoutPage } from '#test/support/upload.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);
const { aNeed } = expenseCalls(testApp);

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const texts = {
  publicName: 'A family on the north side',
  summary: 'Their furnace failed in January.',
  story: 'One warm room for four.',
  coverFileId: null as FileId | null,
};

async function preview(id: NominationId, changes: Partial<typeof texts> = {}) {
  const response = await web.get(previewPublicPage.path.replace(':id', id), {
    method: 'POST',
    headers: { cookie },
    payload: { ...texts, ...changes },
  });
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

/** A need with expenses, of which one has a published receipt, and a photo that is published and one that is not. */
async function aDocumentedNeed() {
  const { nominationId } = await aNeed(5_000, 3_000);
  await testApp.call(setGoal, {
    cookie,
    params: { id: nominationId },
    body: { goalAmount: 10_000 },
  });
  const proven = await aPublishedFileWithoutPage(testApp, {
    nominationId,
    kind: 'receipt',
    content: await pdf(['19.99']),
  });
  await aExpense(testApp, { nominationId, amount: 1_999, receiptIds: [proven.id] });
  const hidden = await aFile(testApp, { nominationId, kind: 'receipt', content: await pdf(['5']) });
  await aExpense(testApp, { nominationId, amount: 500, receiptIds: [hidden.id], payee: 'Lumber' });
  const cover = await aPublishedFileWithoutPage(testApp, {
    nominationId,
    content: await picture(),
  });
  const secret = await aFile(testApp, { nominationId, content: await picture() });
  return { nominationId, proven, hidden, cover, secret };
}

describe('the preview of a public page', () => {
  test('is the page with what is typed, its money, and its published files, and saves nothing', async () => {
    const { nominationId: id, proven, hidden, cover, secret } = await aDocumentedNeed();
    const { status, headers, body } = await preview(id, { coverFileId: cover.id });
    expect(status).toBe(200);
    const { html } = body;
    expect(html).toMatch(/^<!doctype html><html lang="en" data-currency="USD"><head>/);
    for (const text of [...Object.values(texts).slice(0, 3), '$19.99', '$5.00', 'Miller Heating']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain('rel="stylesheet"');
    // Nothing runs, and the pictures are those that only administrators can open before the page is public.
    expect(html).not.toMatch(/<script(?![^>]*application\/json)|modulepreload|"\/files\//);
    for (const file of [proven, cover]) expect(html).toContain(`/api/files/${file.id}/copies/`);
    for (const file of [hidden, secret]) expect(html).not.toContain(`/api/files/${file.id}/`);
    expect(body.hidden).toEqual({ receipts: 1, photos: 1, videos: 0 });
    expect(headers['cache-control']).toBe('no-store');
    const saved = await testApp.call(getPublicPage, { cookie, params: { id } });
    expect(saved.body).toMatchObject({ publicName: '', isPublished: false });
    const copy = html.match(/\/api\/files\/[^" ,]+/)?.[0] ?? '';
    expect((await web.get(copy, { headers: { cookie } })).statusCode).toBe(200);
    expect((await web.get(copy)).statusCode).toBe(401);
  });

  test('shows what the page then shows', async () => {
    const { nominationId: id, cover } = await aDocumentedNeed();
    const input = { ...texts, coverFileId: cover.id };
    const drafted = await draftNeed(testApp.db, id, input);
    await testApp.call(savePublicPage, { cookie, params: { id }, body: input });
    await testApp.call(publishNomination, { cookie, params: { id } });
    const { body } = await testApp.call(getNeed, { params: { id } });
    const published = JSON.stringify(body).replaceAll(/"\/files\/([\w-]+)"/g, '"$1"');
    const draft = JSON.stringify(drafted.need).replaceAll(
      /"\/api\/files\/[\w-]+\/copies\/([\w-]+)"/g,
      '"$1"',
    );
    const when = { publishedAt: body.publishedAt };
    expect({ ...JSON.parse(draft), ...when }).toEqual(JSON.parse(published));
    // Of a page that is public, the same pictures that everyone sees.
    expect((await draftNeed(testApp.db, id, input)).need).toEqual({
      ...body,
      publishedAt: expect.any(String),
    });
  });

  test('may be of any nomination, with texts that are not finished', async () => {
    const empty = { publicName: '', summary: '', story: '' };
    for (const status of ['pending', 'rejected', 'completed'] as const) {
      expect((await preview(await aNominationThatIs(testApp, status), empty)).status).toBe(200);
    }
  });

  test('is refused without a session, for an unknown nomination, and with the photo of another', async () => {
    const id = await anAcceptedNomination(testApp);
    const url = previewPublicPage.path.replace(':id', id);
    const sent = { method: 'POST', payload: texts } as const;
    expect((await web.get(url, sent)).statusCode).toBe(401);
    expect((await web.get(url, { headers: { cookie } })).statusCode).toBe(404);
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await web.get(url, { ...sent, headers: foreign })).statusCode).toBe(403);
    expect((await preview(anyId('00000000-0000-7000-8000-000000000000'))).status).toBe(404);
    const other = await aFile(testApp, { content: await picture() });
    expect(await preview(id, { coverFileId: other.id })).toMatchObject({
      status: 409,
      body: { code: 'cover_unusable' },
    });
    expect(await preview(id, { publicName: 'x'.repeat(101) })).toMatchObject({
      status: 400,
      body: { fields: { publicName: 'At most 100 characters' } },
    });
  });

  test('cannot be framed by anything, and no page can', async () => {
    const id = await anAcceptedNomination(testApp);
    const { headers } = await preview(id);
    const pages = ['/', `/impact/needs/${id}`, '/admin', '/donate'];
    const answers = [
      headers,
      ...(await Promise.all(pages.map((url) => web.get(url)))).map((one) => one.headers),
    ];
    for (const answer of answers) {
      expect(answer['content-security-policy']).toMatch(/;frame-ancestors 'none'$/);
      expect(answer['x-frame-options']).toBe('DENY');
    }
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  test('shows markup as the text that it is', async () => {
    const id = await anAcceptedNomination(testApp);
    const plain = (await preview(id)).body.html;
    const tags = (html: string) => html.match(/<[a-z!/]/gi)?.length;
    for (const payload of payloads) {
      const line = payload.replace(/\s+/g, ' ').slice(0, 100);
      const { status, body } = await preview(id, { publicName: line, summary: line, story: line });
      expect([payload, status]).toEqual([payload, 200]);
      expect([payload, tags(body.html)]).toEqual([payload, tags(plain)]);
    }
  });
});

describe('what a nominee is shown of the page', () => {
  async function shown(token: string, limits: ConsentScope | null = null) {
    const response = await web.get(previewConsentPage.path, {
      method: 'POST',
      payload: { token, limits },
    });
    expect(response.statusCode).toBe(200);
    return response.json() as PreviewedConsentPage;
  }
  const keyOf = ({ copies }: File) => copies.find(({ role }) => role === 'public')?.key ?? '-';
  const everything = { showsName: true, showsStory: true, showsPhotos: true };

  test('is the draft with every photo that the team has, and nothing before one is written', async () => {
    const { nominationId: id, proven, hidden, cover, secret } = await aDocumentedNeed();
    const token = await askNominee(testApp, id);
    expect(await shown(token)).toEqual({ html: null, named: null, where: null });
    await testApp.call(savePublicPage, { cookie, params: { id }, body: texts });
    const { html } = await shown(token);
    for (const text of [texts.publicName, texts.summary, texts.story]) expect(html).toContain(text);
    for (const file of [proven, cover, secret]) expect(html).toContain(keyOf(file));
    for (const { key } of hidden.copies) expect(html).not.toContain(key);
    const address = html?.match(
      new RegExp(`/api/consent-page/files/${keyOf(secret)}/[\\w-]+`),
    )?.[0];
    const opened = await web.get(address ?? '');
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({ 'cache-control': 'no-store' });
    const mark = address?.split('/').at(-1) ?? '';
    const of = (key: string, how: string) => web.get(`/api/consent-page/files/${key}/${how}`);
    for (const wrong of [of(keyOf(cover), mark), of(keyOf(secret), `9${mark}`)]) {
      expect((await wrong).statusCode).toBe(404);
    }
    const early = markCopies(testApp.config, Date.now() - 3_600_001)(keyOf(secret));
    expect((await of(keyOf(secret), early)).statusCode).toBe(404);
    const without = (await shown(token, { ...everything, showsPhotos: false })).html;
    for (const file of [cover, secret]) expect(without).not.toContain(keyOf(file));
    // Whoever is shown takes the consent back, while a page with the photo is open.
    await testApp.db
      .updateTable('files')
      .set({ consentWithdrawnAt: new Date().toISOString() })
      .where('id', '=', secret.id)
      .execute();
    expect((await web.get(address ?? '')).statusCode).toBe(404);
  });

  test('is what everybody sees then, whatever is chosen', async () => {
    const { nominationId: id, cover, secret } = await aDocumentedNeed();
    const nominee = 'Zorblax Quimby';
    await testApp.db.updateTable('nominations').set({ nominee }).where('id', '=', id).execute();
    const receiptIds = [await aReceipt(testApp, id)];
    const payee = { payee: `Rent for ${nominee}` };
    await aExpense(testApp, { nominationId: id, amount: 1, receiptIds, ...payee });
    const body = { ...texts, publicName: 'Zorblax', coverFileId: cover.id };
    await testApp.call(savePublicPage, { cookie, params: { id }, body });
    await testApp.call(publishNomination, { cookie, params: { id } });
    const token = await askNominee(testApp, id);
    const choices = [true, false].flatMap((showsName) =>
      [true, false].flatMap((showsStory) =>
        [true, false].map((showsPhotos) => ({ showsName, showsStory, showsPhotos })),
      ),
    );
    // A photo that is not public yet has another address until it is.
    const plain = ({ html }: PreviewedConsentPage) =>
      html?.replaceAll(/\/api\/consent-page\/files\/([\w-]+)\/[\w-]+/g, '/files/$1');
    for (const [seen, limits] of choices.entries()) {
      const before = plain(await shown(token, limits));
      expect((await answer(testApp, token, { ...limits, seen })).status).toBe(200);
      const now = await shown(token);
      expect([limits, plain(now)]).toEqual([limits, before]);
      expect(now.html).not.toContain('/api/consent-page/');
      const visited = (await web.get(needPath(id))).body;
      for (const [part, isShown] of [
        ['Zorblax', limits.showsName],
        [texts.story, limits.showsStory],
        [keyOf(cover), limits.showsPhotos],
      ] as const) {
        expect([limits, part, visited.includes(part)]).toEqual([limits, part, isShown]);
        expect([limits, part, now.html?.includes(part)]).toEqual([limits, part, isShown]);
      }
      for (const { key } of secret.copies) expect(now.html).not.toContain(key);
    }
  });

  test('is nothing while a text has the name that is left out', async () => {
    const id = await anAcceptedNomination(testApp, { nominee: 'Zorblax Quimby' });
    const body = { ...texts, story: 'Zorblax was cold.' };
    await testApp.call(savePublicPage, { cookie, params: { id }, body });
    await testApp.call(publishNomination, { cookie, params: { id } });
    const token = await askNominee(testApp, id);
    const unnamed = { ...everything, showsName: false };
    const found = { html: null, named: 'Zorblax', where: 'the story' };
    expect(await shown(token, unnamed)).toEqual(found);
    expect((await shown(token, everything)).html).toContain('Zorblax was cold.');
    await answer(testApp, token, unnamed);
    expect((await web.get(needPath(id))).statusCode).toBe(404);
  });

  test('takes a link that works', async () => {
    const payload = { token: 'wrong', limits: null };
    const response = await web.get(previewConsentPage.path, { method: 'POST', payload });
    expect(response.statusCode).toBe(400);
  });
});
