import '#web/client/book-currency.ts';
import { forgetDonationDraft } from '#web/client/donation-draft.ts';
import { showKeptNotices } from '#web/client/notices.ts';
import { watchFilters } from '#web/page/filters.ts';
import { watchFrame } from '#web/page/frame.ts';
import { startIslands } from '#web/page/islands.ts';
import { watchLogout } from '#web/page/logout.ts';
import { watchAmounts } from '#web/page/money-field.ts';
import { lookAgainSoon, stopLooking } from '#web/page/payment-check.ts';
import { watchReceipts } from '#web/page/receipts.ts';
import { checkSession, checkSessionAgain, showUser } from '#web/page/session-check.ts';
import { watchShareButtons } from '#web/page/share.ts';

/* The script of every document. It finds the page complete, and adds what HTML alone cannot do. */

watchFrame();
watchAmounts();
watchFilters();
watchReceipts();
watchShareButtons();
watchLogout(() => showUser(null));
if (document.querySelector('[data-donation-paid]')) {
  forgetDonationDraft();
  stopLooking();
}
if (document.querySelector('[data-donation-open]')) lookAgainSoon();
showKeptNotices();
void startIslands();
void checkSession();
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) checkSessionAgain();
});
