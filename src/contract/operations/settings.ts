import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  amountCents,
  idParams,
  optionalLine,
  optionalText,
  paging,
  timestamp,
} from '#contract/fields.ts';
import { settingsVersionId } from '#contract/ids.ts';
import { printedFile } from '#contract/printed-file.ts';
import { describePercent, maxBasisPoints } from '#core/ledger/card-costs.ts';
import { isTimeZone } from '#core/platform/dates.ts';
import { maxAmountCents, tooLarge } from '#core/platform/money.ts';
import { receiptProfileNames } from '#core/receipts/receipt-profiles.ts';

/* The settings of the charity: their fields, saving them, and their versions. */

const timeZone = z
  .string({ error: 'Required' })
  .max(64, 'Not a time zone that we know')
  .refine(isTimeZone, 'Not a time zone that we know');

/** The amounts that the donation form offers, in cents and in this order; there may be none. */
export const presetCents = z
  .array(amountCents, { error: 'Must be a list of amounts' })
  .max(8, 'At most 8 amounts')
  .refine((amounts) => new Set(amounts).size === amounts.length, 'Each amount only once');

const flag = z.boolean({ error: 'Must be yes or no' });
const aboveCents = z
  .int('Required')
  .min(0, 'Must not be negative')
  .max(maxAmountCents, { error: tooLarge });

const months = z
  .int('Must be whole months')
  .min(1, 'At least 1 month')
  .max(600, 'At most 600 months')
  .nullable();

function group<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, { error: 'Required' });
}

/** What is printed on receipts of donations. */
const receiptSettings = group({
  /** The rules that receipts follow; `none` for a charity that issues none. */
  profile: z.enum(receiptProfileNames, { error: 'Choose a country from the list' }),
  /** With the profile of the United Kingdom: whether donors are asked for Gift Aid declarations. */
  asksForGiftAid: z.boolean('Must be true or false').default(false),
  legalName: optionalLine(200),
  address: optionalText(500),
  registrationNumber: optionalLine(100),
  legalStatus: optionalLine(200),
  purpose: optionalLine(300),
  placeOfIssue: optionalLine(100),
  signatoryName: optionalLine(100),
  signatoryTitle: optionalLine(100),
  /** The charity's own sentences; an empty one stands for that of the profile. */
  texts: group({
    withoutGoods: optionalText(1_000),
    withGoods: optionalText(1_000),
    closing: optionalText(1_000),
  }),
});

/** What the charity decides, as opposed to whoever runs the server; all amounts are in cents. */
export const settings = z.object({
  /** The IANA name of the time zone in which dates are shown. */
  timeZone,
  presetCents,
  /** What payments by card are estimated to cost, and whether donors are asked to add it. */
  cardCosts: group({
    /** The part of each payment, in hundredths of a percent. */
    basisPoints: z
      .int('Enter a percentage, such as 2.9')
      .min(0, 'Must not be negative')
      .max(maxBasisPoints, `At most ${describePercent(maxBasisPoints)}%`),
    fixedCents: z.int('Required').min(0, 'Must not be negative').max(maxAmountCents, {
      error: tooLarge,
    }),
    isCoverOffered: flag,
  }),
  /** For how many days a donation can be bound to a need. */
  boundDays: z
    .int('Must be whole days')
    .min(30, 'At least 30 days')
    .max(3_650, 'At most 3,650 days'),
  /** Whether donors can donate by bank transfer, and where to: account holder, number, and bank. */
  bankTransfers: group({ isOffered: flag, details: optionalText(1_000) }),
  /** What a second person has to approve before it is done. */
  fourEyes: group({
    isOn: flag,
    spendingAboveCents: aboveCents,
    refundAboveCents: aboveCents,
  }),
  /** What a nomination takes before it is accepted, and before money is allocated to it. */
  vetting: group({
    /** Whether the required points of its checklist have to be settled. */
    isChecklistRequired: flag,
    /** The goal above which two people recommend first; null if no goal takes that. */
    reviewsAboveCents: aboveCents.nullable(),
  }),
  /** Whether everybody on the team has to sign in with a second factor. */
  isSecondFactorRequired: flag,
  /** What a nominator and a nominee can expect. */
  nominees: group({
    /** Whether a nominee has to agree before anything of theirs is public or money is allocated to them. */
    isConsentRequired: flag,
    /** Where else somebody can ask for help; a letter that declines names it. */
    otherHelp: optionalText(2_000),
  }),
  /** How long old personal data is kept, in months; null for as long as the site runs. */
  retention: group({
    /** Whether anything is removed at all. */
    isOn: flag,
    donorsAfterMonths: months,
    nominationsAfterMonths: months,
    papersAfterMonths: months,
    notesAfterMonths: months,
    mailRecordsAfterMonths: months,
    undeliveredMailAfterMonths: months,
    formerAddressesAfterMonths: months,
    trailDetailsAfterMonths: months,
  }),
  receipts: receiptSettings,
  /** The charity's own paragraphs on the page "How We Work", separated by empty lines. */
  howWeWork: optionalText(5_000),
});
export type Settings = z.infer<typeof settings>;

const versionNumber = z
  .int({ error: 'Must be the number of a version' })
  .min(0, 'Must be the number of a version');

/** The settings that count, with the number of their version; 0 as long as nobody has saved any. */
export const savedSettings = settings.extend({ version: versionNumber });
export type SavedSettings = z.infer<typeof savedSettings>;

/** Settings that were saved once. */
export const settingsVersion = z.object({
  id: settingsVersionId,
  version: z.int(),
  createdAt: timestamp,
  /** Who saved them. */
  actor: z.string(),
  /** The older version that was restored with this one; null if somebody changed the settings. */
  restoredVersion: z.int().nullable(),
  /** What differs from the version before, in words. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  /** All of them. */
  settings,
});
export type SettingsVersion = z.infer<typeof settingsVersion>;

/** The settings that count. */
export const getSettings = endpoint('GET /api/settings', {
  summary: 'Show the settings',
  tag: 'Settings',
  access: 'settings.write',
  response: savedSettings,
});

/**
 * Saves all settings as a new version, if `version` is still the newest: otherwise 409 `settings_changed`. If nothing
 * differs, there is no new version.
 */
export const saveSettings = endpoint('POST /api/settings', {
  recent: true,
  approval: 'settings',
  summary: 'Save the settings',
  records: { 'settings.changed': 'Changed the settings' },
  tag: 'Settings',
  access: 'settings.write',
  body: savedSettings,
  response: savedSettings,
  errors: ['settings_changed'],
});

/** Every version that was saved, newest first. No call changes one. */
export const listSettingsVersions = endpoint('GET /api/settings/versions', {
  summary: 'List the versions of the settings',
  tag: 'Settings',
  access: 'settings.write',
  query: z.object(paging),
  response: z.array(settingsVersion),
  paged: true,
});

/**
 * Saves the settings of an older version as a new one. `version` in the body is the newest one that the caller has seen:
 * 409 `settings_changed` if there is a newer one.
 */
export const restoreSettings = endpoint('POST /api/settings/versions/:id/restore', {
  recent: true,
  approval: 'settings',
  summary: 'Restore an older version of the settings',
  records: { 'settings.restored': 'Restored an older version of the settings' },
  tag: 'Settings',
  access: 'settings.write',
  params: idParams(settingsVersionId),
  body: savedSettings.pick({ version: true }),
  response: savedSettings,
  errors: ['not_found', 'settings_changed'],
});

/** The receipt of an invented donor, as it would be printed with these settings. Nothing is saved or issued. */
export const getSampleReceipt = endpoint('POST /api/settings/sample-receipt', {
  recent: false,
  summary: 'Get a sample of a receipt',
  tag: 'Settings',
  access: 'settings.write',
  body: z.object({ receipts: receiptSettings }),
  response: printedFile,
  errors: ['too_many_requests'],
});
