import * as dates from '#core/platform/dates.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';

/** The date of a moment where the charity is, as in emails and on pages. */
export const formatDate = (moment: string) => dates.formatDate(moment, siteInfo.timeZone);

/** A moment to the minute, as above. */
export const formatMoment = (moment: string) => dates.formatMoment(moment, siteInfo.timeZone);

/** The time of a moment, as above. */
export const formatTime = (moment: string) => dates.formatTime(moment, siteInfo.timeZone);

/** The moments from the first day to the end of the last one, for a filter; undefined where no day is chosen. */
export function periodOf(firstDay = '', lastDay = '') {
  const from = dates.startOfDay(firstDay, siteInfo.timeZone);
  const last = dates.startOfDay(lastDay, siteInfo.timeZone) !== null;
  const to = last ? dates.startOfDay(dates.dayAfter(lastDay), siteInfo.timeZone) : null;
  return { from: from ?? undefined, to: to ?? undefined };
}
