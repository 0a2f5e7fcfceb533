import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { originalPath, publicFilePath } from '#contract/publishing/file-paths.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAcceptedNomination, signIn } from '#test/support/factories.ts';
import { importCalls } from '#test/support/imports.ts';
import { openBucket } from '#test/support/s3-bucket.ts';
import { picture } from '#test/support/sample-files.ts';
import { aPublishedFile, aStartedUpload, sendContent } from '#test/support/upload.ts';

/* A bucket that goes away while the site runs: whatever needs it says so, and works again when it is back. */

const bucket = await openBucket();
const sockets = new Set<Socket>();
let isBroken = false;
/** The way to the bucket, which can be cut. */
const way = createServer((socket) => {
  if (isBroken) return void socket.destroy();
  const upstream = connect(bucket.port, '127.0.0.1');
  for (const end of [socket, upstream]) {
    sockets.add(end);
    end.on('error', () => {}).on('close', () => sockets.delete(end));
  }
  socket.pipe(upstream).pipe(socket);
}).listen(0, '127.0.0.1');
await once(way, 'listening');
const storage = bucket.storage(undefined, (way.address() as AddressInfo).port);
const cut = () => {
  isBroken = true;
  for (const socket of sockets) socket.destroy();
};
afterAll(async () => {
  cut();
  way.close();
  await bucket.close();
});

const testApp = useTestApp({ storage: () => storage });
const { upload } = importCalls(testApp);

test('each call that needs a file answers 503 without it, and succeeds when it is back', async () => {
  const cookie = await signIn(testApp);
  const file = await aPublishedFile(testApp, { content: await picture() });
  const [copy] = file.copies;
  const uploadId = await aStartedUpload(testApp, await anAcceptedNomination(testApp));
  const get = async (url: string) => {
    const { statusCode, body } = await testApp.request({ method: 'GET', url, headers: { cookie } });
    return { status: statusCode, code: statusCode < 400 ? '' : JSON.parse(body).code };
  };
  const csv = 'Gift ID,Date,Amount,Fund\nG-1,2026-01-02,10.00,Warm Homes\n';
  const calls: Record<string, () => Promise<{ status: number; code?: string }>> = {
    'a part of an upload': async () => {
      const { status, body } = await sendContent(testApp, {
        id: uploadId,
        cookie,
        content: Buffer.concat([await picture()], 5_000),
      });
      return { status, code: body.code };
    },
    'a public photo': async () => get(publicFilePath(copy?.key ?? '')),
    'an original': async () => get(originalPath(file.id)),
    'a file of donations': async () => {
      const { status, error } = await upload(csv);
      return { status, code: error?.code };
    },
  };
  cut();
  const refused: Record<string, unknown> = {};
  for (const [what, call] of Object.entries(calls)) refused[what] = await call();
  isBroken = false;
  const back: Record<string, number> = {};
  for (const [what, call] of Object.entries(calls)) back[what] = (await call()).status;
  expect(refused).toEqual(
    Object.fromEntries(
      Object.keys(calls).map((what) => [what, { status: 503, code: 'storage_unavailable' }]),
    ),
  );
  expect(Object.values(back).filter((status) => status >= 300)).toEqual([]);
});
