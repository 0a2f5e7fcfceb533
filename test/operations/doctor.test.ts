import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { checkInstallation } from '#contract/operations/installation.ts';
import { listFirstSteps } from '#contract/overview/first-steps.ts';
import { explainBriefly } from '#server/explain.ts';
import { examineMachine } from '#server/operations/installation/examine.ts';
import { checks } from '#server/operations/watch/checks.ts';
import { lockDataDir } from '#server/platform/db/lock-data-dir.ts';
import { openFileStorage } from '#server/platform/storage/open-storage.ts';
import { useTestApp } from '#test/support/app.ts';
import { serverThat } from '#test/support/broken-server.ts';
import { anAdministrator, aTeamMember, signIn } from '#test/support/factories.ts';
import { aMailServer } from '#test/support/mail-server.ts';
import { aFolder } from '#test/support/run-main.ts';
import { runScript } from '#test/support/run-script.ts';
import { freePort } from '#test/support/server-process.ts';

/* An installation is looked at as a whole: what is wrong is said with what to do. */

const mails = await aMailServer();
await mails.start();
afterAll(() => mails.stop());
beforeEach(() => mails.reset());
const testApp = useTestApp({ env: { SMTP_URL: mails.url } });

test('an owner sees that everything is fine, and gets an email', async () => {
  const owner = await anAdministrator(testApp);
  const { status, body } = await testApp.call(checkInstallation, {
    cookie: await signIn(testApp, owner),
  });
  expect(status).toBe(200);
  expect(body.filter(({ isFine }) => !isFine)).toEqual([]);
  const names = body.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // Everything that is watched is among it.
  for (const { subject } of Object.values(checks)) expect(names).toContain(subject);
  await expect.poll(() => mails.received.flatMap(({ to }) => to)).toEqual([owner.email]);
  const { body: steps } = await testApp.call(listFirstSteps, {
    cookie: await signIn(testApp, owner),
  });
  expect(steps.find(({ name }) => name === 'mail')?.doneAt).not.toBeNull();
});

test('what was never done, or is not there, is not called right', async () => {
  const { body } = await testApp.call(checkInstallation, { cookie: await signIn(testApp) });
  const texts = Object.fromEntries(body.map(({ name, text }) => [name, text]));
  expect(texts).toMatchObject({
    'Last backup': 'There was none yet. The first is made in the night.',
    Certificate: expect.stringMatching(/^There is none: PUBLIC_URL is http:.*, without https\.$/),
    'Payment provider': 'There is none that could be asked.',
    'Alerts at the webhook': 'There is none.',
    Email: expect.stringMatching(
      /^No email waits for more than five minutes\. (The last one was|None was) sent/,
    ),
  });
});

test('looking at it asks no mail server whether it takes mail to the team, and repeats what was found', async () => {
  const { db } = testApp;
  await sql`insert into alerts (id, key, title, message, path)
    values (gen_random_uuid(), 'watch:mail', 'No email is accepted', 'It refuses all.', '/admin')`.execute(
    db,
  );
  const { body } = await testApp.call(checkInstallation, { cookie: await signIn(testApp) });
  expect(body.find(({ name }) => name === 'Email')).toMatchObject({
    isFine: false,
    text: 'No email is accepted. It refuses all.',
  });
  await db.deleteFrom('alerts').execute();
});

test('nobody else may ask for it', async () => {
  const cookie = await signIn(testApp, await aTeamMember(testApp, 'treasurer', 'auditor'));
  expect((await testApp.call(checkInstallation, { cookie })).status).toBe(403);
});

test('what is wrong is said once, while the rest is looked at', async () => {
  await sql`insert into alerts (id, key, title, message, path)
    values (gen_random_uuid(), 'watch:mail', 'No email is accepted', 'It refuses all.', '/admin')`.execute(
    testApp.db,
  );
  await mails.stop();
  const { body } = await testApp.call(checkInstallation, { cookie: await signIn(testApp) });
  await mails.start();
  await testApp.db.deleteFrom('alerts').execute();
  expect(body.filter(({ isFine }) => !isFine)).toEqual([
    {
      name: 'Mail server',
      isFine: false,
      text: expect.stringMatching(/SMTP_URL failed: .*ECONNREFUSED.*password/),
    },
  ]);
  expect(body.find(({ name }) => name === 'Database')?.isFine).toBe(true);
});

test('whether the webhook for alerts takes a message is tried', async () => {
  const messages: string[] = [];
  let status = 200;
  const address = await serverThat((request, response) => {
    request.on('data', (chunk) => messages.push(String(chunk)));
    request.on('end', () => response.writeHead(status).end());
  });
  const { config, storage, payments } = testApp;
  const parts = { config: { ...config, alertWebhookUrl: address }, storage, payments };
  const find = async () =>
    (await examineMachine({ ...parts, mailTo: null, explain: explainBriefly })).find(
      ({ name }) => name === 'Webhook for alerts',
    );
  expect(await find()).toMatchObject({ isFine: true, text: expect.stringContaining('was taken') });
  expect(messages.map((text) => JSON.parse(text))).toMatchObject([
    { state: 'test', text: expect.stringMatching(/This is a test.*says nothing about the site/) },
  ]);
  status = 404;
  expect(await find()).toMatchObject({ isFine: false, text: expect.stringContaining('404') });
});

test('npm run doctor says a line for each part, and ends with 1 if something is wrong', async () => {
  await using folder = await aFolder();
  const env = { DATA_DIR: folder.path, SMTP_URL: mails.url };
  const fine = await runScript('doctor', ['--mail', 'me@example.org'], env);
  expect(fine).toEqual({ code: 0, output: expect.stringMatching(/\nNothing is wrong\.\n$/) });
  expect(fine.output).toContain('fine  Mail server: Emails are sent by SMTP');
  expect(fine.output).toContain('fine  Email to you: To me@example.org, sent by SMTP');
  expect(fine.output).toContain('fine  Database: There is none in DATA_DIR yet');
  expect(mails.received.flatMap(({ to }) => to)).toEqual(['me@example.org']);
  const trial = await runScript('doctor', ['--mail', 'me@example.org'], { DATA_DIR: folder.path });
  expect(trial.output).toMatch(/fine {2}Email to you: .*No email leaves the server until SMTP_URL/);

  const port = await freePort();
  const wrong = await runScript('doctor', [], {
    ...env,
    SMTP_URI: mails.url,
    DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/c`,
    S3_BUCKET: 'b',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  expect(wrong.code).toBe(1);
  const lines = wrong.output.split('\n').filter((line) => line.startsWith('WRONG'));
  expect(lines).toEqual([
    expect.stringMatching(/Configuration: SMTP_URI is no variable of ours.*SMTP_URL/),
    expect.stringMatching(/Writing and reading files: .*ECONNREFUSED/),
    expect.stringMatching(/Database: The database at DATABASE_URL .* does not respond.*Start it/),
  ]);
  expect(wrong.output).not.toContain('    at ');
  for (const mistyped of [['--post'], ['--mail', 'nonsense']]) {
    const { code, output } = await runScript('doctor', mistyped, env);
    expect([code, output]).toEqual([1, expect.stringContaining('--mail you@example.org')]);
  }
});

test('npm run doctor beside a server that runs tells its alerts apart from the database', async () => {
  await using folder = await aFolder();
  await mkdir(join(folder.path, 'database'));
  // As a server has it that runs.
  const lock = lockDataDir(folder.path);
  let answer: object = { status: 'warning', warnings: { mail: 'No email is accepted.' } };
  let status = 200;
  const address = await serverThat((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const doctor = async () => {
    const env = { DATA_DIR: folder.path, PORT: new URL(address).port };
    const { output } = await runScript('doctor', [], env);
    return output.split('\n').filter((line) => /Database|Alerts of/.test(line));
  };
  expect(await doctor()).toEqual([
    expect.stringMatching(/^fine {2}Database: The server that runs has it open\. The page/),
    'WRONG Alerts of the server that runs: No email is accepted.',
  ]);
  answer = { fields: { database: 'The database does not work.', disk: 'It is full.' } };
  status = 503;
  expect(await doctor()).toEqual([
    expect.stringMatching(/^WRONG Database: .*says: The database does not work\./),
    'WRONG Alerts of the server that runs: It is full.',
  ]);
  answer = {};
  expect(await doctor()).toEqual([expect.stringMatching(/^WRONG Database: Another process/)]);
  lock.release();
});

test('of a bucket that answers 200 to everything, what to check is said', async () => {
  const { config, payments } = testApp;
  const endpoint = await serverThat((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { etag: '"x"' }).end('fine'));
  });
  const keys = { accessKeyId: 'a', secretAccessKey: 'b' };
  const s3 = { endpoint, bucket: 'b', prefix: '', region: 'us-east-1', ...keys };
  const parts = {
    config: { ...config, s3 },
    storage: openFileStorage({ ...config, s3 }),
    payments,
  };
  const found = await examineMachine({ ...parts, mailTo: null, explain: explainBriefly });
  expect(found.find(({ name }) => name === 'Writing and reading files')).toMatchObject({
    isFine: false,
    text: expect.stringMatching(/not what is read\. .*Check S3_ENDPOINT/),
  });
});

test('npm run doctor makes nothing in a folder that is empty or missing', async () => {
  await using folder = await aFolder();
  await chmod(folder.path, 0o755);
  const empty = await runScript('doctor', [], { DATA_DIR: folder.path });
  expect(empty.output).toMatch(/^fine {2}Data folder: .*, and empty: .*set DATA_DIR/m);
  expect(empty.output).toMatch(/^fine {2}Key of the backups: There is none .*put its copy there/m);
  expect(empty.code).toBe(0);
  expect([await readdir(folder.path), (await stat(folder.path)).mode & 0o777]).toEqual([[], 0o755]);

  const DATA_DIR = join(folder.path, 'mistyped');
  const alone = await runScript('doctor', [], { DATA_DIR });
  expect(alone.output).toMatch(/^1 of \d+ is wrong\.$/m);
  const wrong = await runScript('doctor', ['--mail', 'me@example.org'], { DATA_DIR });
  expect(wrong.output).toMatch(/^WRONG Data folder: There is no .*mistyped: check DATA_DIR/m);
  expect(wrong.code).toBe(1);
  expect(await readdir(folder.path)).toEqual([]);

  // A site that has lost its key.
  await mkdir(join(folder.path, 'database'));
  const { config, storage, payments } = testApp;
  const parts = { config: { ...config, dataDir: folder.path }, storage, payments, mailTo: null };
  const found = await examineMachine({ ...parts, explain: explainBriefly });
  expect(found.filter(({ isFine }) => !isFine).map(({ name }) => name)).toEqual([
    'Key of the backups',
  ]);
});
