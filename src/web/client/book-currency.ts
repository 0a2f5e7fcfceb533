import { setBookCurrency } from '#core/platform/money.ts';

// Imported before anything else that shows an amount. The server writes the currency into every page.
const { currency } = document.documentElement.dataset;
if (currency === undefined) throw new Error('The page does not say its currency.');
setBookCurrency(currency);
