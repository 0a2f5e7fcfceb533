import type { SavedSettings } from '#contract/operations/settings.ts';
import { describePercent, parsePercent } from '#core/ledger/card-costs.ts';
import { centsToDecimal } from '#core/platform/money.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { readDays } from '#web/admin/operations/settings/bound-days-field.tsx';
import {
  checkReceipts,
  readReceipts,
  typedReceipts,
} from '#web/admin/operations/settings/receipt-fields.tsx';
import {
  checkPeriods,
  readPeriods,
  typedPeriods,
} from '#web/admin/operations/settings/retention-fields.tsx';

/** What the field offers as long as there is no limit. */
const suggestedReviewsAboveCents = 200_000;

/** The settings as somebody types them. */
export type TypedSettings = ReturnType<typeof typedSettings>;

/** The settings as the fields show them. */
export function typedSettings(saved: SavedSettings) {
  const { cardCosts, fourEyes, vetting } = saved;
  const { isOn: retention, ...months } = saved.retention;
  return {
    timeZone: saved.timeZone,
    presetCents: saved.presetCents.map(shortly).join(', '),
    cardRate: describePercent(cardCosts.basisPoints),
    cardFixed: centsToDecimal(cardCosts.fixedCents),
    isCoverOffered: cardCosts.isCoverOffered,
    boundDays: String(saved.boundDays),
    takesTransfers: saved.bankTransfers.isOffered,
    transferDetails: saved.bankTransfers.details,
    fourEyes: fourEyes.isOn,
    spendingAbove: centsToDecimal(fourEyes.spendingAboveCents),
    refundAbove: centsToDecimal(fourEyes.refundAboveCents),
    isChecklistRequired: vetting.isChecklistRequired,
    takesReviews: vetting.reviewsAboveCents !== null,
    reviewsAbove: centsToDecimal(vetting.reviewsAboveCents ?? suggestedReviewsAboveCents),
    isSecondFactorRequired: saved.isSecondFactorRequired,
    ...saved.nominees,
    retention,
    ...typedPeriods(months),
    ...typedReceipts(saved.receipts),
    howWeWork: saved.howWeWork,
  };
}

/** What was typed as settings; an amount that is none becomes 0, which {@link checkSettings} refuses first. */
export function readSettings(typed: TypedSettings) {
  const { timeZone, isSecondFactorRequired, howWeWork, isConsentRequired, otherHelp } = typed;
  const { isCoverOffered, isChecklistRequired } = typed;
  return {
    timeZone,
    boundDays: readDays(typed.boundDays),
    isSecondFactorRequired,
    howWeWork,
    retention: { isOn: typed.retention, ...readPeriods(typed) },
    receipts: readReceipts(typed),
    nominees: { isConsentRequired, otherHelp },
    presetCents: readAmounts(typed.presetCents).map((cents) => cents ?? 0),
    cardCosts: {
      basisPoints: parsePercent(typed.cardRate) ?? 0,
      fixedCents: parseAmount(typed.cardFixed) ?? 0,
      isCoverOffered,
    },
    bankTransfers: { isOffered: typed.takesTransfers, details: typed.transferDetails },
    fourEyes: {
      isOn: typed.fourEyes,
      spendingAboveCents: parseAmount(typed.spendingAbove) ?? 0,
      refundAboveCents: parseAmount(typed.refundAbove) ?? 0,
    },
    vetting: {
      isChecklistRequired,
      reviewsAboveCents: typed.takesReviews ? (parseAmount(typed.reviewsAbove) ?? 0) : null,
    },
  };
}

/** Messages for what is no setting. */
export function checkSettings(typed: TypedSettings): Record<string, string> {
  const { cardFixed, spendingAbove, refundAbove, takesReviews, reviewsAbove } = typed;
  const amounts = { cardFixed, spendingAbove, refundAbove, ...(takesReviews && { reviewsAbove }) };
  const wrong = Object.entries(amounts).filter(([, amount]) => parseAmount(amount) === null);
  return {
    ...Object.fromEntries(wrong.map(([name, amount]) => [name, notAnAmount(amount)])),
    ...(parsePercent(typed.cardRate) === null && { cardRate: 'Enter a percentage, such as 2.9' }),
    ...presetErrors(typed.presetCents),
    ...(typed.takesTransfers &&
      typed.transferDetails.trim() === '' && { transferDetails: 'Required' }),
    ...checkPeriods(typed),
    ...checkReceipts(typed),
  };
}

function readAmounts(text: string): (number | null)[] {
  return text.trim() === '' ? [] : text.split(',').map((amount) => parseAmount(amount.trim()));
}

function presetErrors(text: string): Record<string, string> {
  // Whether one or two amounts are meant, nobody knows: `1,500`.
  const [either] = /\d+,\d{3}(?!\d)/.exec(text) ?? [];
  const unclear = either ?? text.split(',')[readAmounts(text).indexOf(null)];
  if (unclear === undefined) return {};
  return {
    presetCents: `“${unclear.trim()}” is not one clear amount. Enter amounts with a comma and a space between them, such as ${shortly(2_000)}, ${shortly(5_000)}`,
  };
}

/** Without decimals that are zeros, as the donation form shows them. */
function shortly(cents: number): string {
  return centsToDecimal(cents).replace(/\.0+$/, '');
}
