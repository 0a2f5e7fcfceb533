import { setBookCurrency } from '#core/platform/money.ts';

/* Sets the currency of the books, which the server writes into every page, before anything shows an amount. */
const { currency } = document.documentElement.dataset;
if (currency === undefined) throw new Error('The page does not say its currency.');
setBookCurrency(currency);
