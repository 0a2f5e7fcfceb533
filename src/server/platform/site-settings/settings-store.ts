import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import { usualBoundDays } from '#core/giving/bound-donations.ts';
import { usualRate } from '#core/ledger/card-costs.ts';
import { isTimeZone } from '#core/platform/dates.ts';
import { defaultRetention } from '#core/privacy/retention.ts';
import { defaultReceiptSettings } from '#core/receipts/receipt-profiles.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* The settings of the charity: their defaults, and how each process learns of a new version. */

/** How this process knows the settings of the charity. */
export interface SettingsStore {
  /**
   * The settings as this process last read them, at once: for pages and mails. Those that this process saved count from
   * then on, those of another one within seconds.
   */
  current(): SavedSettings;
  /** The settings at this moment: for a command that decides by them, in its transaction. */
  read(db: Db): Promise<SavedSettings>;
  /** Settings as they were saved once, with the default of each one that was unknown then. */
  complete(saved: Partial<Settings>): Settings;
  /** Reads again what {@link current} returns. */
  refresh(): Promise<void>;
}

/** What counts until somebody saves other settings. */
function defaultSettings({ timeZone, presetCents }: Config['defaults']): Settings {
  return {
    timeZone,
    presetCents,
    // Donors see what a payment costs, and nobody is asked to pay it until the charity wants that.
    cardCosts: { ...usualRate(), isCoverOffered: false },
    boundDays: usualBoundDays,
    bankTransfers: { isOffered: false, details: '' },
    // With the usual sums of small charities, for the day on which there is a second owner.
    fourEyes: { isOn: false, spendingAboveCents: 50_000, refundAboveCents: 10_000 },
    // One person alone can accept a nomination at once, as the specification has it.
    vetting: { isChecklistRequired: false, reviewsAboveCents: null },
    isSecondFactorRequired: false,
    nominees: { isConsentRequired: false, otherHelp: '' },
    retention: defaultRetention,
    receipts: defaultReceiptSettings,
    howWeWork: '',
  };
}

/** Reads the settings for the first time. */
export async function openSettings(
  db: Db,
  config: Pick<Config, 'defaults'>,
): Promise<SettingsStore> {
  const store = settingsOf(db, config);
  await store.refresh();
  return store;
}

/** The settings as long as nobody has read them: those of the machine. */
export function settingsOf(
  db: Db,
  { defaults: ofMachine }: Pick<Config, 'defaults'>,
): SettingsStore {
  const defaults = defaultSettings(ofMachine);
  const complete = (saved: Partial<Settings>) => completeSettings(saved, defaults);
  const read = async (from: Db): Promise<SavedSettings> => {
    const newest = await from
      .selectFrom('settingsVersions')
      .select(['version', 'after'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest === undefined
      ? { version: 0, ...defaults }
      : { version: newest.version, ...complete(newest.after) };
  };
  let current: SavedSettings = { version: 0, ...defaults };
  return {
    current: () => current,
    read,
    complete,
    async refresh() {
      const newest = await read(db);
      // Of two reads at once, the older one may end last.
      if (newest.version > current.version) current = newest;
    },
  };
}

function completeSettings(saved: Partial<Settings>, defaults: Settings): Settings {
  const complete: Settings = {
    ...defaults,
    ...saved,
    cardCosts: { ...defaults.cardCosts, ...saved.cardCosts },
    bankTransfers: { ...defaults.bankTransfers, ...saved.bankTransfers },
    fourEyes: { ...defaults.fourEyes, ...saved.fourEyes },
    vetting: { ...defaults.vetting, ...saved.vetting },
    nominees: { ...defaults.nominees, ...saved.nominees },
    retention: { ...defaults.retention, ...saved.retention },
    receipts: {
      ...defaults.receipts,
      ...saved.receipts,
      texts: { ...defaults.receipts.texts, ...saved.receipts?.texts },
    },
  };
  // Another machine, such as that of a restored backup, may know fewer time zones; dates must be shown anyway.
  return isTimeZone(complete.timeZone) ? complete : { ...complete, timeZone: defaults.timeZone };
}

/** How long another process may go on with old settings, in milliseconds. */
const refreshEvery = 5_000;

/** Notices what other processes on the same database save, until it is stopped; returns how to stop it. */
export function keepFresh(settings: SettingsStore): () => void {
  const timer = setInterval(() => {
    // While the database is away, what is known counts; the health check reports that it is away.
    settings.refresh().catch(() => undefined);
  }, refreshEvery);
  timer.unref();
  return () => clearInterval(timer);
}
