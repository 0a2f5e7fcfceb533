import { expect, test } from 'vitest';
import { listSettingsVersions, saveSettings } from '#contract/operations/settings.ts';
import { useTestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();

test('of people who save at the same moment, one succeeds, and the others are told', async () => {
  const cookies = await Promise.all(Array.from({ length: 4 }, () => signIn(testApp)));
  const rounds = repeats({ change: 5, release: 50 });
  for (let round = 0; round < rounds; round++) {
    const old = await testApp.settings.read(testApp.db);
    const answers = await Promise.all(
      cookies.map((cookie, index) =>
        testApp.call(saveSettings, {
          cookie,
          body: { ...old, howWeWork: `Round ${round}, person ${index}.` },
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
    const saved = answers.find(({ status }) => status === 200)?.body;
    expect(await testApp.settings.read(testApp.db)).toEqual(saved);
    expect(testApp.settings.current()).toEqual(saved);
  }
  const { body } = await testApp.call(listSettingsVersions, { cookie: cookies[0] ?? '' });
  const expected = Array.from({ length: rounds }, (_, index) => rounds - index);
  expect(body.map(({ version }) => version)).toEqual(expected);
});
