import * as dates from '#core/dates.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';

/** The date of a moment where the charity is, as in emails and on pages. */
export const formatDate = (moment: string) => dates.formatDate(moment, siteInfo.timeZone);

/** A moment to the minute, as above. */
export const formatMoment = (moment: string) => dates.formatMoment(moment, siteInfo.timeZone);

/** The time of a moment, as above. */
export const formatTime = (moment: string) => dates.formatTime(moment, siteInfo.timeZone);
