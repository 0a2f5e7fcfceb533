import type { FormFields } from '#contract/form-fields.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

/* What a donor typed outlives the visit to the payment page, in this tab only, until the donation is paid. */

const key = 'donation-draft';

/** Keeps what was typed, before the browser leaves for the payment page. */
export function keepDonationDraft(fields: FormFields): void {
  keepInTab(key, fields);
}

/** What was typed before; null if nothing was, or if it is paid. */
export function readDonationDraft(): FormFields | null {
  return readFromTab<FormFields>(key);
}

/** The donor has paid. */
export function forgetDonationDraft(): void {
  forgetInTab(key);
}
