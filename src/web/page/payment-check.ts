import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

/* Looks again whether a donation is paid, after the visit to the payment page. */

/** Pause before the page is loaded again, in milliseconds. */
const pauseMs = 4_000;
/** Two minutes of looking; then the email is the better way to hear about it. */
const mostLooks = 30;
const key = 'payment-looks';

/** The next donation of this tab is looked for as long as this one was. */
export function stopLooking(): void {
  forgetInTab(key);
}

/** Loads the thank-you page again until the payment is confirmed. */
export function lookAgainSoon(): void {
  const looks = readFromTab<number>(key) ?? 0;
  if (looks >= mostLooks) return;
  keepInTab(key, looks + 1);
  const reload = () => window.location.reload();
  setTimeout(() => {
    // Offline, the browser would replace the page with an error of its own.
    if (navigator.onLine) reload();
    else window.addEventListener('online', reload, { once: true });
  }, pauseMs);
}
