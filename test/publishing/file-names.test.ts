import { beforeAll, describe, expect, test } from 'vitest';
import { originalPath } from '#contract/publishing/file-paths.ts';
import { deleteFile, listFiles } from '#contract/publishing/files.ts';
import { createFile } from '#contract/publishing/uploads.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { pdf, picture } from '#test/support/sample-files.ts';
import { trail } from '#test/support/trail.ts';
import { aPublishedFile, aPublishedFileWithoutPage } from '#test/support/upload.ts';
import { useWebSite } from '#test/support/web-site.ts';

const testApp = useTestApp();
const web = useWebSite(testApp);

let cookie: string;
beforeAll(async () => {
  cookie = await signIn(testApp);
});

const personal = 'Maria Lopez, 12 Elm Street.jpg';

describe('the name of a file on its device', () => {
  test('is kept for administrators, without its folder; a file may have none', async () => {
    const nominationId = await anAcceptedNomination(testApp);
    const start = (originalName?: string) =>
      testApp.call(createFile, {
        cookie,
        body: {
          nominationId,
          kind: 'photo',
          bytes: 5_000,
          ...(originalName !== undefined && { originalName }),
        },
      });
    expect((await start(`C:\\fakepath\\${personal}`)).body.originalName).toBe(personal);
    expect((await start()).body.originalName).toBeNull();
    expect((await start('\u202e')).body.originalName).toBeNull();
    const { body } = await testApp.call(listFiles, { cookie, params: { id: nominationId } });
    expect(body.map(({ originalName }) => originalName)).toEqual([personal, null, null]);
  });

  test('is on no public page, in no public address, and in no download', async () => {
    const originalName = personal;
    const photo = await aPublishedFile(testApp, { content: await picture(), originalName });
    const { nominationId } = photo;
    const content = await pdf(['19.99']);
    const options = { nominationId, kind: 'receipt', content, originalName } as const;
    const receipt = await aPublishedFileWithoutPage(testApp, options);
    const need = `/impact/needs/${nominationId}`;
    const addresses = [
      need,
      `${need}/receipts/${receipt.id}`,
      `/api${need}`,
      '/api/impact/needs',
      '/impact',
      ...[...photo.copies, ...receipt.copies].map(({ key }) => `/files/${key}`),
    ];
    let opened = 0;
    for (const url of addresses) {
      const { statusCode, headers, rawPayload } = await web.get(url);
      opened += Number(statusCode === 200);
      expect(JSON.stringify(headers)).not.toMatch(/Maria|Elm/);
      expect(rawPayload.toString('latin1')).not.toMatch(/Maria Lopez|Elm Street/);
    }
    // All but the pages on which a receipt was blacked out, which are private.
    expect(opened).toBeGreaterThan(4);
    const original = await web.get(originalPath(receipt.id), { headers: { cookie } });
    expect(original.statusCode).toBe(200);
    expect(original.headers['content-disposition']).toMatch(/filename="receipt-[0-9a-f]{8}\.pdf"$/);
  });

  test('names the file in the audit trail as long as there is one', async () => {
    const nominationId = await anAcceptedNomination(testApp);
    const body = { nominationId, kind: 'photo' as const, bytes: 5_000, originalName: personal };
    const { id } = (await testApp.call(createFile, { cookie, body })).body;
    const path = `/admin/nominations/${nominationId}`;
    expect(await trail(testApp, { subjectId: id })).toMatchObject([
      { action: 'file.added', subject: { name: personal, path } },
    ]);
    expect((await testApp.call(deleteFile, { cookie, params: { id } })).status).toBe(204);
    const after = await trail(testApp, { subjectId: id });
    expect(after.map(({ subject }) => subject.name)).toEqual(after.map(() => 'A deleted file'));
    expect(JSON.stringify(after)).not.toContain(personal);
    const tables = await testApp.db.selectFrom('auditEntries').selectAll().execute();
    expect(JSON.stringify(tables)).not.toContain(personal);
  });
});
