import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import { saveSettings } from '#server/operations/settings/commands.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator } from '#test/support/factories.ts';

/** Changes some settings, as somebody does who has just opened them. */
export async function changeSettings(
  testApp: TestApp,
  changed: Partial<Settings>,
): Promise<SavedSettings> {
  const { db, settings } = testApp;
  const actor = await anAdministrator(testApp);
  return saveSettings(db, actor, { ...(await settings.read(db)), ...changed }, testApp);
}
