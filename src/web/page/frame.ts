import { watchColorScheme } from '#web/page/color-scheme.ts';
import { watchCookieNotice } from '#web/page/cookie-notice.ts';
import { watchMenu } from '#web/page/menu.ts';
import { watchConnection } from '#web/page/offline.ts';

/** What header, menu, and notices do on every page, whoever drew it. */
export function watchFrame(): void {
  watchColorScheme();
  watchCookieNotice();
  watchMenu();
  watchConnection();
}
