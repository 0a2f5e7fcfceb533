import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SettingsVersionId } from '#contract/ids.ts';
import {
  type ChangedSettings,
  getSettings,
  listEnvironment,
  listSettingsVersions,
  restoreSettings,
  type SavedSettings,
  saveSettings,
} from '#contract/operations/settings.ts';
import { describeEnvironment } from '#server/operations/settings/environment.ts';
import { readConfig, variableNames } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { openSettings } from '#server/platform/site-settings/settings-store.ts';
import { age } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aSignedIn, trail } from '#test/support/trail.ts';

const testApp = useTestApp({
  env: { TIME_ZONE: 'America/Denver', DONATION_PRESETS: '20,40', MIN_DONATION_CENTS: '500' },
});

const read = () => testApp.settings.read(testApp.db);
const save = (cookie: string, body: ChangedSettings) =>
  testApp.call(saveSettings, { cookie, body });
const versions = async (cookie: string, query = {}) =>
  (await testApp.call(listSettingsVersions, { cookie, query })).body;

test('until somebody saves them, those of the machine count', async () => {
  const { status, body } = await testApp.call(getSettings, { cookie: await signIn(testApp) });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: 0,
    timeZone: 'America/Denver',
    presetCents: [2_000, 4_000],
    fourEyes: { isOn: false },
    isSecondFactorRequired: false,
    howWeWork: '',
  });
  expect(await versions(await signIn(testApp))).toEqual([]);
});

describe('saving', () => {
  test('makes a version that counts at once, and says who changed what', async () => {
    const { cookie, key, name } = await aSignedIn(testApp);
    const old = await read();
    const changed = {
      ...old,
      timeZone: 'Europe/Berlin',
      presetCents: [1_000, 99_900],
      fourEyes: { ...old.fourEyes, refundAboveCents: 12_345 },
      howWeWork: 'We meet on Mondays.\n\nCome by.',
    };
    const { status, body } = await save(cookie, changed);
    expect(status).toBe(200);
    expect(body).toEqual({ ...changed, version: old.version + 1 });
    expect(testApp.settings.current()).toEqual(body);
    expect(await read()).toEqual(body);

    const changes = [
      { field: 'Time zone', before: old.timeZone, after: 'Europe/Berlin' },
      { field: 'Amounts on the donation form', before: '$20.00, $40.00', after: '$10.00, $999.00' },
      {
        field: 'Refunds above',
        before: '$100.00',
        after: '$123.45',
      },
      { field: 'Changed', before: null, after: 'Text on “How We Work”' },
    ];
    const [newest] = await versions(cookie);
    const { version: _, ...settings } = body;
    expect(newest).toMatchObject({ version: body.version, actor: name, restoredVersion: null });
    expect(newest).toMatchObject({ changes, settings });
    const [entry] = await trail(testApp, { actor: key, action: 'settings.' });
    expect(entry).toMatchObject({
      what: 'Changed the settings',
      subject: { name: 'Settings', path: '/admin/settings' },
      changes,
    });
  });

  test('changes nothing if nothing differs', async () => {
    const { cookie, key } = await aSignedIn(testApp);
    const old = await read();
    expect(await save(cookie, old)).toMatchObject({ status: 200, body: old });
    expect(await read()).toEqual(old);
    expect(await trail(testApp, { actor: key, action: 'settings.' })).toEqual([]);
  });

  test('is refused if somebody saved meanwhile', async () => {
    const old = await read();
    await changeSettings(testApp, { howWeWork: 'First.' });
    const cookie = await signIn(testApp);
    for (const version of [old.version, old.version + 2]) {
      expect(await save(cookie, { ...old, version, howWeWork: 'Second.' })).toMatchObject({
        status: 409,
        error: { code: 'settings_changed', message: expect.stringMatching(/^Somebody saved/) },
      });
    }
    expect(await read()).toMatchObject({ version: old.version + 1, howWeWork: 'First.' });
  });

  test('needs a session with a recent confirmation', async () => {
    const body = await read();
    expect(await testApp.call(saveSettings, { body })).toMatchObject({ status: 401 });
    const cookie = await signIn(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await save(cookie, body)).toMatchObject({
      status: 403,
      error: { code: 'confirm_identity' },
    });
  });

  test.each<[string, object]>([
    ['timeZone', { timeZone: 'Mars/Olympus_Mons' }],
    ['timeZone', { timeZone: '+05:30' }],
    // Node knows it, and no database.
    ['timeZone', { timeZone: 'US/Pacific-New' }],
    ['presetCents', { presetCents: [1_000, 1_000] }],
    // Below the smallest donation.
    ['presetCents', { presetCents: [1_000, 499] }],
    ['presetCents', { presetCents: Array.from({ length: 9 }, (_, index) => 1_000 + index) }],
    [
      'fourEyes.spendingAboveCents',
      { fourEyes: { isOn: true, spendingAboveCents: -1, refundAboveCents: 0 } },
    ],
    ['howWeWork', { howWeWork: 'x'.repeat(5_001) }],
  ])('refuses a wrong value: %s %#', async (field, wrong) => {
    const old = await read();
    const body = { ...old, ...wrong } as SavedSettings;
    expect(await save(await signIn(testApp), body)).toMatchObject({
      status: 400,
      error: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
    });
    expect(await read()).toEqual(old);
  });
});

describe('saving one page', () => {
  test('leaves the others alone, and says which one it was', async () => {
    const { cookie, key } = await aSignedIn(testApp);
    const { version, fourEyes, ...others } = await read();
    const changed = { ...fourEyes, refundAboveCents: fourEyes.refundAboveCents + 1 };
    const { status, body } = await save(cookie, { version, fourEyes: changed });
    expect(status).toBe(200);
    expect(body).toEqual({ ...others, fourEyes: changed, version: version + 1 });
    const [entry] = await trail(testApp, { actor: key, action: 'settings.changed' });
    expect(entry?.subject).toMatchObject({
      name: 'Settings: Approvals and Limits',
      path: '/admin/settings/approvals',
    });
    expect(entry?.changes).toHaveLength(1);
  });

  test('is refused if somebody saved that page meanwhile, and not for another one', async () => {
    const cookie = await signIn(testApp);
    const { version, cardCosts, boundDays } = await read();
    await changeSettings(testApp, { boundDays: boundDays + 1 });
    const isCoverOffered = !cardCosts.isCoverOffered;
    const page = { version, cardCosts: { ...cardCosts, isCoverOffered } };
    expect(await save(cookie, page)).toMatchObject({ status: 200 });
    expect(await save(cookie, page)).toMatchObject({
      status: 409,
      error: { code: 'settings_changed' },
    });
    expect(await save(cookie, { version, boundDays })).toMatchObject({ status: 409 });
    expect(await read()).toMatchObject({ boundDays: boundDays + 1, cardCosts: { isCoverOffered } });
  });

  test('demands what its country does, and nothing that is hidden', async () => {
    const cookie = await signIn(testApp);
    const { version, receipts } = await read();
    const us = { ...receipts, profile: 'us' as const, legalName: 'Helping Hands', purpose: 'Aid' };
    const missing = await save(cookie, { version, receipts: us });
    expect(missing.error).toMatchObject({
      code: 'invalid_input',
      message: 'Fill in: Address of the charity, Tax or registration number.',
      fields: { 'receipts.address': 'Required', 'receipts.registrationNumber': 'Required' },
    });
    const complete = { ...us, address: '1 Main Street', registrationNumber: '12-3456789' };
    const saved = await save(cookie, { version, receipts: complete });
    expect(saved.body.receipts).toMatchObject({ profile: 'us', purpose: 'Aid', placeOfIssue: '' });
    await changeSettings(testApp, { receipts });
  });
});

describe('restoring a version', () => {
  test('makes a new version with what it says of one page, and says so', async () => {
    const { cookie, key } = await aSignedIn(testApp);
    const { version: kept } = await changeSettings(testApp, { howWeWork: 'Kept.', boundDays: 99 });
    const { version, ...now } = await changeSettings(testApp, { howWeWork: '', boundDays: 60 });
    const ofPage = await versions(cookie, { group: 'texts' });
    const older = ofPage.find((each) => each.version === kept);
    expect(older?.changes).toEqual([
      { field: 'Changed', before: null, after: 'Text on “How We Work”' },
    ]);
    const params = { id: older?.id ?? newId<SettingsVersionId>() };
    const restore = (seen: number) =>
      testApp.call(restoreSettings, { cookie, params, body: { group: 'texts', version: seen } });

    expect(await restore(kept)).toMatchObject({ status: 409, error: { code: 'settings_changed' } });
    const { status, body } = await restore(version);
    expect([status, body]).toEqual([200, { ...now, howWeWork: 'Kept.', version: version + 1 }]);
    expect(testApp.settings.current()).toEqual(body);
    expect((await versions(cookie, { group: 'texts' }))[0]).toMatchObject({
      version: version + 1,
      restoredVersion: kept,
      changes: [{ field: 'Changed', after: 'Text on “How We Work”' }],
    });
    const ofOther = await versions(cookie, { group: 'donations' });
    expect(ofOther[0]?.version).toBe(version);
    const [entry] = await trail(testApp, { actor: key, action: 'settings.restored' });
    expect(entry).toMatchObject({
      what: 'Restored an older version of the settings',
      subject: { name: 'Settings: Public Texts' },
    });
  });

  test('that does not exist changes nothing', async () => {
    const old = await read();
    const { status } = await testApp.call(restoreSettings, {
      cookie: await signIn(testApp),
      params: { id: newId<SettingsVersionId>() },
      body: { group: 'texts', version: old.version },
    });
    expect(status).toBe(404);
    expect(await read()).toEqual(old);
  });
});

test('versions are listed newest first, page by page', async () => {
  for (const howWeWork of ['One.', 'Two.', 'Three.']) await changeSettings(testApp, { howWeWork });
  const cookie = await signIn(testApp);
  const all = (await versions(cookie)).map(({ version }) => version);
  const found: number[] = [];
  let url: string | undefined = '/api/settings/versions?limit=2';
  while (url !== undefined) {
    const page = await testApp.request({ url, headers: { cookie } });
    found.push(...page.json<{ version: number }[]>().map(({ version }) => version));
    url = /<(.+)>/.exec(String(page.headers.link ?? ''))?.[1];
  }
  expect(found).toEqual(all);
  expect(all).toEqual([...all].sort((a, b) => b - a));
});

test('a version can neither be changed nor deleted', async () => {
  await changeSettings(testApp, { howWeWork: 'Written in stone.' });
  for (const statement of [
    'update settings_versions set version = 99',
    'delete from settings_versions',
    'truncate settings_versions',
  ]) {
    await expect(sql.raw(statement).execute(testApp.db)).rejects.toThrow('append-only');
  }
});

describe('the settings that a process knows', () => {
  test('follow what another one saves as soon as they are refreshed', async () => {
    const other = await openSettings(testApp.db, testApp.config);
    const saved = await changeSettings(testApp, { timeZone: 'Asia/Tokyo' });
    expect(other.current().timeZone).not.toBe('Asia/Tokyo');
    await other.refresh();
    expect(other.current()).toEqual(saved);
  });

  test('have the default of what an earlier release did not know, and a time zone that this machine knows', async () => {
    const { version } = await read();
    await sql`
      insert into settings_versions (id, version, actor, before, after)
      values (${newId()}, ${version + 1}, 'user:x', '{}',
        '{"timeZone": "Moon/Tranquility", "fourEyes": {"isOn": true}}')`.execute(testApp.db);
    expect(await read()).toMatchObject({
      timeZone: 'America/Denver',
      presetCents: [2_000, 4_000],
      fourEyes: { isOn: true, spendingAboveCents: 50_000, refundAboveCents: 10_000 },
      vetting: { isChecklistRequired: false, reviewsAboveCents: null },
      howWeWork: '',
    });
  });
});

describe('what is set on the server', () => {
  test('is shown with its page and its rule, and what counts without it', async () => {
    const { body } = await testApp.call(listEnvironment, { cookie: await signIn(testApp) });
    expect(body.map(({ name }) => name).sort()).toEqual([...variableNames].sort());
    expect(body).toContainEqual({
      name: 'MIN_DONATION_CENTS',
      group: 'donations',
      label: 'Smallest donation',
      isSet: true,
      value: '$5.00',
      rule: 'a whole number of cents from 1 to 99999999',
    });
    expect(body).toContainEqual(
      expect.objectContaining({
        name: 'S3_BUCKET',
        isSet: false,
        value: 'Files are in the data folder',
      }),
    );
  });

  test('never contains a secret', () => {
    const marked = 'kept-Secret-0123456789-abcdefghijklmnopqrst';
    const { environment } = readConfig({
      DATABASE_URL: `postgres://role:${marked}@host/db`,
      DATABASE_OWNER_URL: `postgres://owner:${marked}@host/db`,
      BACKUP_RECIPIENT: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
      BACKUP_SEAL_KEY: marked,
      ADMIN_EMAIL: 'grace@example.org',
      ADMIN_PASSWORD: marked,
      SECRET_KEY: marked,
      SECRET_KEY_PREVIOUS: marked,
      STRIPE_SECRET_KEY: `sk_test_${marked}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${marked}`,
      STRIPE_API_BASE: `https://name:${marked}@stripe.example`,
      SMTP_URL: `smtps://name:${marked}@mail.example`,
      OIDC_ISSUER: `https://name:${marked}@id.example`,
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: marked,
      METRICS_TOKEN: marked,
      BACKUP_COPY_TOKEN: marked,
      ALERT_WEBHOOK_URL: `https://chat.example/${marked}`,
      S3_ENDPOINT: `https://name:${marked}@s3.example`,
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: marked,
      S3_SECRET_ACCESS_KEY: marked,
    });
    const shown = describeEnvironment(environment);
    expect(JSON.stringify(shown)).not.toContain(marked);
    // Nor does one that is added later and named as these are.
    const named = shown.filter(({ name }) => /KEY|SECRET|TOKEN|PASSWORD/.test(name));
    expect(named.filter(({ isSet, value }) => !isSet || value !== null)).toEqual([]);
    expect(shown.find(({ name }) => name === 'S3_ENDPOINT')?.value).toBe('https://…@s3.example');
  });
});
