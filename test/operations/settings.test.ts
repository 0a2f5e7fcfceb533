import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SettingsVersionId } from '#contract/ids.ts';
import {
  getSettings,
  listSettingsVersions,
  restoreSettings,
  type SavedSettings,
  saveSettings,
} from '#contract/operations/settings.ts';
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
const save = (cookie: string, body: SavedSettings) => testApp.call(saveSettings, { cookie, body });
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
        field: 'Refunds that need a second person: above',
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

describe('restoring a version', () => {
  test('makes a new version with its settings, and says so', async () => {
    const { cookie, key } = await aSignedIn(testApp);
    const { version: kept, ...settings } = await changeSettings(testApp, { howWeWork: 'Kept.' });
    const { version } = await changeSettings(testApp, {
      howWeWork: '',
      timeZone: 'Asia/Tokyo',
    });
    const older = (await versions(cookie)).find((each) => each.version === kept);
    const params = { id: older?.id ?? newId<SettingsVersionId>() };

    const late = await testApp.call(restoreSettings, { cookie, params, body: { version: kept } });
    expect(late).toMatchObject({ status: 409, error: { code: 'settings_changed' } });
    const { status, body } = await testApp.call(restoreSettings, {
      cookie,
      params,
      body: { version },
    });
    expect([status, body]).toEqual([200, { ...settings, version: version + 1 }]);
    expect(testApp.settings.current()).toEqual(body);
    expect((await versions(cookie))[0]).toMatchObject({
      version: version + 1,
      restoredVersion: kept,
      changes: [
        { field: 'Time zone', before: 'Asia/Tokyo', after: settings.timeZone },
        { field: 'Changed', after: 'Text on “How We Work”' },
      ],
    });
    const [entry] = await trail(testApp, { actor: key, action: 'settings.restored' });
    expect(entry?.what).toBe('Restored an older version of the settings');
  });

  test('that does not exist changes nothing', async () => {
    const old = await read();
    const { status } = await testApp.call(restoreSettings, {
      cookie: await signIn(testApp),
      params: { id: newId<SettingsVersionId>() },
      body: { version: old.version },
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
