import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFile } from '#contract/publishing/files.ts';
import { maxChunkBytes, uploadFileContent } from '#contract/publishing/uploads.ts';
import { uploadOffsetHeader } from '#contract/upload-errors.ts';
import { createS3Storage } from '#server/platform/storage/s3-storage.ts';
import type { FileStorage } from '#server/platform/storage/storage.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { aStartedUpload, sendContent } from '#test/support/upload.ts';

let storage: FileStorage;
// A storage without space, with the response of services with a quota.
const full = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(507).end());
});
beforeAll(async () => {
  full.listen(0, '127.0.0.1');
  await once(full, 'listening');
  const address = full.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const secret = { accessKeyId: 'x', secretAccessKey: 'x' };
  const endpoint = `http://127.0.0.1:${port}`;
  storage = createS3Storage({
    endpoint,
    bucket: 'full',
    prefix: 'x/',
    region: 'us-east-1',
    ...secret,
  });
});
afterAll(() => full.close());

describe('without space left', () => {
  const testApp = useTestApp({ storage: () => storage });

  test('a part is refused with 507, and the upload stays where it was', async () => {
    const cookie = await signIn(testApp);
    const id = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
    const sent = await sendContent(testApp, { id, cookie, content: Buffer.alloc(5_000) });
    const parts = testApp.db.selectFrom('fileChunks').select('key').where('fileId', '=', id);
    const left = await parts.execute();
    recordFigures('U4', { 'uploads onto a full storage': 1, 'rows of parts left': left.length });
    expect(sent).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect(left).toEqual([]);
  });

  test('a folder keeps no partial file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'everycent-full-'));
    // The system itself stops a file at 50 kB, as a full disk would.
    const code = `import { Readable } from 'node:stream';
      import { createFolderStorage } from '#server/platform/storage/folder-storage.ts';
      process.on('SIGXFSZ', () => {});
      await createFolderStorage(process.argv[1]).put(Readable.from([Buffer.alloc(200_000)]), 200_000)
        .catch((error) => console.log(error.constructor.name));`;
    const { stdout, stderr } = spawnSync(
      'bash',
      [
        '-c',
        'ulimit -f 50; exec "$0" --input-type=module --eval "$1" "$2"',
        process.execPath,
        code,
        folder,
      ],
      { encoding: 'utf8' },
    );
    const folders = await readdir(folder);
    const left = await Promise.all(folders.map((name) => readdir(join(folder, name))));
    await rm(folder, { recursive: true });
    recordFigures('U4', { 'half files left on a full disk': left.flat().length });
    expect([stdout, stderr]).toEqual(['StorageFullError\n', '']);
    expect(left.flat()).toEqual([]);
  });
});

describe('a body that is too long', () => {
  const testApp = useTestApp({ own: true });

  test.each([
    ['says so', `content-length: ${maxChunkBytes + 1}`, 413],
    ['says that it has no end', 'transfer-encoding: chunked', 400],
    ['is more than the rest of the file', 'content-length: 6000', 413],
  ])('is refused before it has arrived if it %s', async (_, length, status) => {
    const { port } = new URL(
      await testApp.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => address()),
    );
    const cookie = await signIn(testApp);
    const id = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      [
        `POST ${uploadFileContent.path.replace(':id', id)} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `cookie: ${cookie}`,
        `origin: ${testApp.config.publicUrl}`,
        'content-type: application/octet-stream',
        `${uploadOffsetHeader}: 0`,
        length,
        '',
        '1\r\nx\r\n',
      ].join('\r\n'),
    );
    // Nothing more is sent: the response arrives without it, and the connection is closed.
    const [answer] = await once(socket, 'data');
    expect(String(answer).split('\r\n')[0]).toContain(` ${status} `);
    await once(socket, 'close');
    const { body } = await testApp.call(getFile, { cookie, params: { id } });
    recordFigures('U4', { 'overlong bodies cut off': Number(body.uploadedBytes === 0) });
    expect(body.uploadedBytes).toBe(0);
  });

  function address(): string {
    const found = testApp.app.server.address();
    return `http://127.0.0.1:${typeof found === 'object' ? found?.port : 0}`;
  }
});
