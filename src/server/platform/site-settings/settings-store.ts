import type { SavedSettings, Settings } from '#contract/operations/settings.ts';
import { settingList, shapedLike, usualSettings, valueAt } from '#core/operations/setting-list.ts';
import { isTimeZone } from '#core/platform/dates.ts';
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
  const defaults = usualSettings(ofMachine);
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
      // Of two reads at once, the older one may end last. The same version may have lost the name of somebody who was erased.
      if (newest.version >= current.version) current = newest;
    },
  };
}

function completeSettings(saved: Partial<Settings>, defaults: Settings): Settings {
  const complete = shapedLike(
    settingList,
    ({ path }) => valueAt(saved, path) ?? valueAt(defaults, path),
  ) as Settings;
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
