import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  donationPagePath,
  needPath,
  publicPages,
  receiptPath,
  trackingPagePath,
  unsubscribePath,
} from '#contract/pages.ts';
import { withdrawConsent } from '#contract/publishing/files.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { hideCause } from '#contract/vetting/causes.ts';
import { pauseMail } from '#server/operations/outbox/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { unpublish } from '#server/publishing/public-pages/commands.ts';
import { createPageCache } from '#server/site/page-cache.ts';
import { anyId } from '#test/support/any-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { answer, askNominee, withdraw } from '#test/support/consents.ts';
import { aCause, anAcceptedNomination, anAdministrator, signIn } from '#test/support/factories.ts';
import { aPublishedNeed } from '#test/support/proof.ts';
import { picture } from '#test/support/sample-files.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aPublishedFile } from '#test/support/upload.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);
const lines: string[] = [];
const broken = useWebSite(testApp, {
  draw: (original) => (view, frame) => {
    if (view.page === 'privacy-policy') throw new Error('Planted: this page cannot be drawn.');
    return original(view, frame);
  },
  log: (line) => lines.push(line),
});

const closed = useWebSite(testApp, { site: { payments: 'none' } });

const bodyOf = async (url: string, cookie?: string) =>
  (await web.get(url, { headers: { ...(cookie && { cookie }) } })).body;

const everyPath = [
  ...Object.values(publicPages).map(({ path }) => path),
  '/donate?status=success',
  '/nominate?status=success',
  donationPagePath,
  trackingPagePath,
  unsubscribePath,
  '/no/such/page',
];

test('a site that takes no payments has no donation form', async () => {
  const { body } = await closed.get('/donate');
  expect(body).toContain('This site takes no donations at the moment.');
  expect(body).not.toContain('Continue to Payment');
  const home = (await closed.get('/')).body;
  expect(home).toContain('At the moment, this site takes no donations.');
  expect(home).not.toMatch(/Be the first to give|>Give a donation</);
  expect((await closed.get('/nominate?status=success')).body).not.toContain('>Give a donation<');
  await changeSettings(testApp, { bankTransfers: { isOffered: true, details: 'Our account' } });
  expect((await closed.get('/donate')).body).toContain('Donate by bank transfer');
  expect((await closed.get('/')).body).toContain('Be the first to give');
  const terms = (await closed.get('/legal/terms-of-service')).body;
  expect(terms).toContain('You pay by bank transfer.');
  expect(terms).not.toMatch(/page of Stripe|with a card/);
  const trial = (await web.get('/legal/terms-of-service')).body;
  expect(trial).toContain(
    'You pay on a page for test payments, where no card is charged, or by bank',
  );
  expect(trial).toContain('with a card that you are allowed to use');
  await changeSettings(testApp, { bankTransfers: { isOffered: false, details: '' } });
});

test('no email is promised shortly while all email is paused', async () => {
  const promises = async () => [
    (await web.get('/nominate?status=success')).body,
    (await web.get('/donate?status=success')).body,
  ];
  for (const body of await promises()) expect(body).not.toContain('our emails wait');
  await testApp.db.transaction().execute((trx) => pauseMail(trx, 'For this test.'));
  for (const body of await promises()) expect(body).toContain('our emails wait');
  await testApp.db.deleteFrom('siteSettings').where('key', '=', 'mail_paused').execute();
});

describe('a document', () => {
  test.each(everyPath)('%s is complete, and runs nothing that is written into it', async (path) => {
    const body = await bodyOf(path);
    expect(body).toMatch(
      /^<!doctype html><html lang="en" data-currency="USD"><head>.*<h1[^>]*>[^<]+<\/h1>.*<\/html>$/s,
    );
    for (const [, attributes = '', content = ''] of body.matchAll(/<script([^>]*)>([^<]*)/g)) {
      const isData = attributes.includes('type="application/json"');
      expect(isData ? [] : [attributes, content]).toEqual(isData ? [] : [attributes, '']);
    }
    expect(body).not.toMatch(/ on[a-z]+="/);
  });

  test('has the data that it shows', async () => {
    const cause = await aCause(testApp);
    const id = await aPublishedNeed(testApp, { causeId: cause.id });
    for (const path of [publicPages.donate.path, publicPages.nominate.path]) {
      expect(await bodyOf(path)).toContain(`<option value="${cause.id}">${cause.name}</option>`);
    }
    const address = `href="${needPath(id)}"`;
    expect(await bodyOf(publicPages.impact.path)).toContain(address);
    expect(await bodyOf(needPath(id))).toContain(cause.name);
  });

  test('offers no donation to a need while its cause takes none', async () => {
    await aCause(testApp);
    const cause = await aCause(testApp, { name: `Winter ${crypto.randomUUID()}` });
    const id = await aPublishedNeed(testApp, { causeId: cause.id });
    expect(await bodyOf(needPath(id))).toContain('Give to this need');
    const cookie = await signIn(testApp);
    await testApp.call(hideCause, { cookie, params: { id: cause.id }, body: { revision: 0 } });
    const body = await bodyOf(needPath(id));
    expect(body).toContain(`“${cause.name}” takes no new donations`);
    expect(body).not.toMatch(/Give to this (need|cause)/);
  });

  test('leads to the next needs by an address that has only the filters that are set', async () => {
    const { id: causeId } = await aCause(testApp);
    for (let published = 0; published < 13; published++) await aPublishedNeed(testApp, { causeId });
    const nextAt = async (query: string) =>
      /href="([^"]+)" rel="next"/.exec(await bodyOf(`/impact?${query}`))?.[1];
    const filtered = await nextAt(`search=&causeId=${causeId}&state=&sort=`);
    expect(filtered).toMatch(/^\/impact\?causeId=[^&]+&amp;cursor=[^&]+#needs$/);
    const sorted = await nextAt(`state=open&sort=most_missing&cursor=&other=1`);
    expect(sorted).toMatch(/^\/impact\?state=open&amp;sort=most_missing&amp;cursor=[^&]+#needs$/);
  });

  test('of a need that is not published, or of an id that is none, is a 404', async () => {
    const hidden = await aPublishedNeed(testApp);
    await unpublish(testApp.db, await anAdministrator(testApp), hidden);
    for (const id of [hidden, anyId, 'x', `${hidden}x`, '%00']) {
      const { statusCode, body } = await web.get(needPath(id as typeof hidden));
      expect([id, statusCode, body.includes('Page not found')]).toEqual([id, 404, true]);
    }
  });

  test('keeps hostile names inert, in the page and in the data of its islands', async () => {
    const name = `</script><script>alert(1)</script><!-- "'> ${crypto.randomUUID()}`;
    await aCause(testApp, { name });
    const body = await bodyOf(publicPages.donate.path);
    expect(body).not.toContain('<script>alert');
    const data = /data-island="donate-form">([^<]*)</.exec(body)?.[1] ?? '';
    expect(JSON.parse(data).causes).toContainEqual(expect.objectContaining({ name }));
  });

  test('is filled in by a link', async () => {
    const { id } = await aCause(testApp);
    const body = await bodyOf(`/donate?cause=${id}&amount=25`);
    expect(body).toContain('value="$25.00"');
    expect(body).toContain(`<option value="${id}" selected="">`);
    expect(await bodyOf('/donate?amount=%22%3E%3Cb%3E')).not.toContain('"><b>');
    expect(await bodyOf('/donate?amount=1.200,50')).toContain('value="$1,200.50"');
  });

  test.each([newId(), 'nonsense'])(
    'tells whoever follows a link to the need %j that there is none',
    async (need) => {
      expect(await bodyOf(`/donate?need=${need}`)).toContain(
        'You cannot give to the need of this link alone',
      );
      expect(await bodyOf('/donate?need=')).not.toContain('need of this link');
    },
  );

  test('asks about the amount of a link that has two meanings', async () => {
    const body = await bodyOf('/donate?amount=1,500');
    expect(body).toContain('value="1,500"');
    expect(body).toMatch(/id="amount-error">Do you mean \$1,500\.00 or \$1\.50\?</);
  });

  test.each(['1,500 EUR', '25\u00a2', '-25'])(
    'says of %j in a link that it is no amount',
    async (text) => {
      const body = await bodyOf(`/donate?amount=${encodeURIComponent(text)}`);
      expect(body).toContain(`value="${text}"`);
      expect(body).toMatch(/id="amount-error">Enter an amount, such as 25\.00</);
    },
  );

  test('tells no other site that somebody came from a private link', async () => {
    for (const path of [donationPagePath, trackingPagePath, unsubscribePath]) {
      const { headers } = await web.get(path);
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  test('that cannot be drawn is the error page, and a line in the log', async () => {
    lines.length = 0;
    const { statusCode, body, headers } = await broken.get(publicPages.privacyPolicy.path);
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body).toContain('Well... This is Not Like Us :(');
    expect(lines.filter((line) => line.includes('Planted'))).toHaveLength(1);
    expect((await broken.get('/')).statusCode).toBe(200);
  });
});

describe('who is signed in', () => {
  test('is written into every page, for that browser alone', async () => {
    const grace = await anAdministrator(testApp);
    const cookie = await signIn(testApp, grace);
    for (const path of everyPath) {
      const { body, headers } = await web.get(path, { headers: { cookie } });
      expect([path, body.includes(grace.email)]).toEqual([path, true]);
      expect(headers['cache-control']).toBe('private, no-cache');
      expect(headers.vary).toContain('cookie');
      expect((await bodyOf(path)).includes(grace.email)).toBe(false);
    }
    expect(await bodyOf('/', 'session=wrong')).toContain('data-signed-in="" hidden=""');
  });

  test('is never mixed up when two people and many visitors ask at the same time', async () => {
    const people = await Promise.all(
      [1, 2].map(async () => {
        const user = await anAdministrator(testApp);
        return { email: user.email, cookie: await signIn(testApp, user) };
      }),
    );
    const emails = people.map(({ email }) => email);
    const asked = Array.from({ length: 90 }, (_, index) => people[index % 3]);
    const pages = await Promise.all(asked.map((person) => bodyOf('/impact', person?.cookie)));
    pages.forEach((body, index) => {
      expect(emails.filter((email) => body.includes(email))).toEqual(
        asked[index] ? [asked[index].email] : [],
      );
    });
  });
});

describe('a kept page', () => {
  test('is drawn once for a crowd, and again only if it shows something else', async () => {
    await web.get('/impact');
    const before = web.drawn;
    await Promise.all(Array.from({ length: 50 }, () => web.get('/impact')));
    // A write that the page does not show.
    await anAdministrator(testApp);
    const { headers } = await web.get('/impact?utm_source=x');
    expect(web.drawn - before).toBe(0);
    const again = await web.get('/impact', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);

    const { name } = await aCause(testApp);
    const changed = await web.get('/impact', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([changed.statusCode, changed.body.includes(name)]).toEqual([200, true]);
    expect(web.drawn - before).toBe(1);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5, deflate', 'gzip', gunzipSync],
    ['br;q=0, GZIP', 'gzip', gunzipSync],
  ])('comes to a browser that reads %j as %s', async (accepted, encoding, unpack) => {
    const { body } = await web.get('/impact');
    const { headers, rawPayload } = await web.get('/impact', {
      headers: { 'accept-encoding': accepted },
    });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/),
    });
    expect(unpack(rawPayload).toString()).toBe(body);
  });

  test('is compressed once, also for browsers without Brotli', async () => {
    let snapshot = 0;
    const pageAt = createPageCache({
      readSnapshot: async () => String(snapshot++),
      readView: async () => ({ page: 'follow', need: null }),
      draw: () => '<p>Hello</p>',
    });
    const zipped = async () => (await pageAt('/follow', (work) => work()))?.gzip();
    expect(gunzipSync((await zipped()) ?? '').toString()).toBe('<p>Hello</p>');
    expect(await zipped()).toBe(await zipped());
  });

  test('is one page, however its address is written', async () => {
    const id = await aPublishedNeed(testApp);
    await web.get(needPath(id));
    const before = web.drawn;
    const first = id.slice(0, 1).charCodeAt(0).toString(16);
    for (const url of [
      needPath(id),
      `/impact/${id.toUpperCase()}`,
      `/impact/%${first}${id.slice(1)}`,
      `${needPath(id)}?status=x`,
      `${needPath(id)}?status=&status=sent`,
      `${needPath(id)}?other=1`,
    ]) {
      expect([url, (await web.get(url)).statusCode]).toEqual([url, 200]);
    }
    expect(web.drawn - before).toBe(0);

    await web.get('/impact');
    const drawn = web.drawn;
    for (const query of [
      'causeId=x',
      'state=x',
      'sort=x',
      'search=%20',
      'sort=',
      'sort=newest',
      'causeId[]=1',
      'cursor=x',
    ]) {
      await web.get(`/impact?${query}`);
    }
    expect(web.drawn - drawn).toBe(0);
  });

  test('of the donation form is not drawn again after every change elsewhere', async () => {
    await web.get('/donate');
    const before = web.drawn;
    await anAdministrator(testApp);
    await web.get('/donate');
    expect(web.drawn - before).toBe(0);
  });

  test('loses a photo whose consent was withdrawn, and a need that was hidden, at once', async () => {
    const id = await aPublishedNeed(testApp);
    const photo = await aPublishedFile(testApp, { nominationId: id, content: await picture() });
    const shown = /\/files\/[^" ]*/;
    expect(await bodyOf(needPath(id))).toMatch(shown);
    const cookie = await signIn(testApp);
    const answer = await testApp.call(withdrawConsent, {
      cookie,
      params: { id: photo.id },
      body: { reason: 'They asked us to.' },
    });
    expect(answer.status).toBe(200);
    expect(await bodyOf(needPath(id))).not.toMatch(shown);

    await unpublish(testApp.db, await anAdministrator(testApp), id);
    expect((await web.get(needPath(id))).statusCode).toBe(404);
    expect(await bodyOf('/impact')).not.toContain(needPath(id));
  });

  test('says where a need was that somebody wished away, and no more', async () => {
    const id = await aPublishedNeed(testApp, { publicName: 'Zorblax' });
    const never = await anAcceptedNomination(testApp);
    for (const one of [id, never]) await withdraw(testApp, await askNominee(testApp, one));
    const cookie = await signIn(testApp);
    const anyReceipt = anyId('00000000-0000-7000-8000-000000000000');
    for (const headers of [{}, { cookie }]) {
      const { statusCode, body } = await web.get(needPath(id), { headers });
      expect(statusCode).toBe(410);
      expect(body).toContain('taken down at the wish of the people it is about');
      expect(body).toContain('noindex');
      expect(body).not.toContain('Zorblax');
      expect((await web.get(receiptPath(id, anyReceipt), { headers })).statusCode).toBe(410);
      expect((await web.get(needPath(never), { headers })).statusCode).toBe(404);
    }
  });

  test('says where a need was that is written anew without a name, until it is back', async () => {
    const id = await aPublishedNeed(testApp, { publicName: 'A warm home for Zorblax' });
    const cookie = await signIn(testApp);
    const save = (story: string) =>
      testApp.call(savePublicPage, {
        cookie,
        params: { id },
        body: { publicName: 'A warm home for Zorblax', summary: 'Cold.', story, coverFileId: null },
      });
    await save('Zorblax was cold.');
    await answer(testApp, await askNominee(testApp, id), { showsName: false });
    const { statusCode, body } = await web.get(needPath(id));
    expect(statusCode).toBe(404);
    expect(body).toContain('This page is being written anew');
    expect(body).not.toMatch(/Zorblax|mistyped/);
    await save('It was cold.');
    await testApp.call(publishNomination, { cookie, params: { id } });
    expect((await web.get(needPath(id))).statusCode).toBe(200);
  });
});
