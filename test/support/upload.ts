import { expect, vi } from 'vitest';
import type { FileId, NominationId, UserId } from '#contract/ids.ts';
import {
  type File,
  type FileKind,
  getFile,
  publishFile,
  redactFile,
  updateFile,
} from '#contract/publishing/files.ts';
import { createFile, uploadFileContent } from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { getPublicPage } from '#server/publishing/public-pages/queries.ts';
import { createFile as startUpload } from '#server/publishing/uploads/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAcceptedNomination, anAdministrator, signIn } from '#test/support/factories.ts';
import { publishNeed } from '#test/support/proof.ts';

/** What an upload in a test is about; the rest is generated. */
export interface UploadOptions {
  content: Buffer;
  kind?: FileKind;
  nominationId?: NominationId;
  stillOf?: FileId;
  originalName?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Sends bytes of a file and returns the server's response. */
export async function sendContent(
  testApp: TestApp,
  { id, offset = 0, ...options }: Omit<UploadOptions, 'kind'> & { id: FileId; offset?: number },
) {
  const response = await testApp.request({
    method: 'POST',
    url: uploadFileContent.path.replace(':id', id),
    headers: {
      cookie: options.cookie ?? (await signIn(testApp)),
      'content-type': 'application/octet-stream',
      [uploadOffsetHeader]: String(offset),
      ...options.headers,
    },
    payload: options.content,
  });
  return { status: response.statusCode, body: response.json() };
}

/** An upload of 5,000 bytes of which none has arrived; returns its id. */
export async function aStartedUpload(
  testApp: TestApp,
  nominationId: NominationId,
): Promise<FileId> {
  const actor = await anAdministrator(testApp);
  const input = { nominationId, kind: 'photo', bytes: 5_000 } as const;
  return (await startUpload(testApp.db, actor, input, testApp.config.filesQuotaBytes)).id;
}

/** Uploads a file in one piece; returns the refusal or the file as it is right after. */
export async function tryUpload(testApp: TestApp, options: UploadOptions) {
  const cookie = options.cookie ?? (await signIn(testApp));
  const { content, kind = 'photo', stillOf, originalName } = options;
  const nominationId = options.nominationId ?? (await anAcceptedNomination(testApp));
  const created = await testApp.call(createFile, {
    cookie,
    body: {
      nominationId,
      kind,
      bytes: content.length,
      ...(stillOf && { stillOf }),
      ...(originalName !== undefined && { originalName }),
    },
  });
  if (created.status !== 201) return { status: created.status, body: created.error as never };
  return sendContent(testApp, { ...options, id: created.body.id, cookie });
}

/** The file once it is processed. */
export async function settled(testApp: TestApp, id: FileId): Promise<File> {
  const cookie = await signIn(testApp);
  return vi.waitFor(
    async () => {
      const { body } = await testApp.call(getFile, { params: { id }, cookie });
      expect(body.state).toMatch(/ready|failed/);
      return body;
    },
    { timeout: 60_000 },
  );
}

/** An uploaded file with all its copies. */
export async function aFile(testApp: TestApp, options: UploadOptions): Promise<File> {
  const { status, body } = await tryUpload(testApp, options);
  expect([status, body.message]).toEqual([200, undefined]);
  const file = await settled(testApp, body.id);
  expect([file.state, file.failure]).toEqual(['ready', '']);
  return file;
}

/** The complete description of a file, as required before it is published. */
export const details = {
  caption: 'The new furnace',
  alternativeText: 'A furnace in a cellar',
  consentBy: 'Maria Lopez',
  consentScope: 'This website and emails to donors',
  consentUntil: '',
};

/** A published photo, video, or receipt, on a published page. */
export async function aPublishedFile(testApp: TestApp, options: UploadOptions): Promise<File> {
  const file = await aPublishedFileWithoutPage(testApp, options);
  await publishPageOnce(testApp, file.nominationId);
  return file;
}

/** A published photo, video, or receipt, whose page may not be published. */
export async function aPublishedFileWithoutPage(
  testApp: TestApp,
  options: UploadOptions,
): Promise<File> {
  const cookie = await signIn(testApp);
  const { id, kind } = await aFile(testApp, options);
  if (kind === 'receipt') {
    await testApp.call(redactFile, { cookie, params: { id }, body: { nothingToBlackOut: true } });
    await settled(testApp, id);
  } else await testApp.call(updateFile, { cookie, params: { id }, body: details });
  const { status, body } = await testApp.call(publishFile, { cookie, params: { id } });
  expect([status, body]).toMatchObject([200, { isPublished: true }]);
  return body;
}

/** Publishes the page of a nomination unless it already is. */
export async function publishPageOnce(testApp: TestApp, nominationId: NominationId) {
  const page = await getPublicPage(testApp.db, nominationId);
  if (!page.isPublished) await publishNeed(testApp, nominationId);
}

/** A receipt as it is when its upload is complete, without any bytes; returns its id. */
export async function aReceipt({ db }: TestApp, nominationId: NominationId): Promise<FileId> {
  const id = newId<FileId>();
  const values = { id, nominationId, kind: 'receipt', state: 'processing', bytes: 5_000 } as const;
  await db
    .insertInto('files')
    .values({ ...values, uploadedBytes: 5_000, createdBy: newId<UserId>() })
    .execute();
  return id;
}
