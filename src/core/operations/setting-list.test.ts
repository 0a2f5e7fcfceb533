import { describe, expect, test } from 'vitest';
import { settings } from '#contract/operations/settings.ts';
import {
  groupOf,
  isShown,
  missingSettings,
  partsOf,
  pickParts,
  settingList,
  settingsIn,
  usualSettings,
} from '#core/operations/setting-list.ts';
import { settingsGroupNames } from '#core/operations/settings-groups.ts';
import {
  type IssuingProfile,
  printsOf,
  receiptProfileNames,
  receiptProfiles,
} from '#core/receipts/receipt-profiles.ts';

const usual = usualSettings({ timeZone: 'UTC', presetCents: [2_500] });
const profiles = receiptProfileNames.filter((name): name is IssuingProfile => name !== 'none');

/** Receipts of a country with everything that it asks for. */
function complete(profile: IssuingProfile) {
  const filled = Object.fromEntries(
    receiptProfiles[profile].requires.map((name) => [name, 'Filled in']),
  );
  return { ...usual.receipts, profile, ...filled };
}

test('what counts at first is what the contract takes, and everything has a page', () => {
  expect(settings.parse(usual)).toEqual(usual);
  expect(settingsGroupNames.flatMap(partsOf).sort()).toEqual(Object.keys(usual).sort());
});

test('no two settings have one name in the audit trail', () => {
  const names = settingList.map(({ recordedAs }) => recordedAs);
  expect(new Set(names).size).toBe(names.length);
});

test('parts belong to one page, or to several', () => {
  expect(groupOf(['presetCents', 'boundDays'])).toBe('donations');
  expect(groupOf(['presetCents', 'fourEyes'])).toBeNull();
  expect(pickParts(usual, partsOf('vetting'))).toEqual({ vetting: usual.vetting });
});

describe('what receipts ask for', () => {
  test.each(profiles)('with %s is shown, printed, and may not be missing', (profile) => {
    const receipts = complete(profile);
    expect(missingSettings({ receipts })).toEqual([]);
    const shown = settingsIn('receipts').filter((each) => isShown(each, { receipts }));
    const names = shown.map(({ path }) => path.replace('receipts.', ''));
    expect(names).toEqual(expect.arrayContaining([...printsOf(receipts)]));
    for (const name of receiptProfiles[profile].requires) {
      expect(printsOf(receipts)).toContain(name);
      const missing = missingSettings({ receipts: { ...receipts, [name]: '  ' } });
      expect(missing.map(({ path }) => path)).toEqual([`receipts.${name}`]);
    }
  });

  test('is nothing of another country in the United States, and nothing at all without receipts', () => {
    const shownWith = (profile: 'us' | 'none') =>
      settingsIn('receipts')
        .filter((each) => isShown(each, { receipts: { ...usual.receipts, profile } }))
        .map(({ path }) => path);
    expect(shownWith('none')).toEqual(['receipts.profile']);
    for (const other of ['legalStatus', 'purpose', 'placeOfIssue', 'asksForGiftAid']) {
      expect(shownWith('us')).not.toContain(`receipts.${other}`);
    }
    expect(missingSettings(usual)).toEqual([]);
  });
});
