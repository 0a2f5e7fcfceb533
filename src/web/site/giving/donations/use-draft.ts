import { type RefObject, useEffect } from 'react';
import type { FormState, NeedToGiveTo } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { formatCents } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { readDonationDraft } from '#web/client/donation-draft.ts';
import { wishFields } from '#web/site/giving/donations/donation-wishes.tsx';

/** Fills the form with what was typed before the visit to the payment page. */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { values }: FormState,
  need: NeedToGiveTo | null,
): void {
  // A link names another donation, and only who gives is still true; but not the one back from the payment page.
  const isFromLink = Object.keys(values).length > 0;
  const linkedNeed = need?.id;
  useEffect(() => {
    const draft = readDonationDraft();
    if (draft === null || form.current === null) return;
    const {
      amount = '',
      cover,
      causeId,
      interval,
      description,
      isAvailableToVolunteerTime,
      needId,
      ...rest
    } = draft;
    const isWish = (name: string) => (wishFields as readonly string[]).includes(name);
    const entries = Object.entries(rest);
    const wishes = Object.fromEntries(entries.filter(([name]) => isWish(name)));
    const person = Object.fromEntries(entries.filter(([name]) => !isWish(name)));
    const cents = parseAmount(amount);
    const donation = {
      ...(cents !== null && { amount: formatCents(cents) }),
      ...(cover !== undefined && { cover }),
      ...(causeId !== undefined && { causeId }),
      ...(interval !== undefined && { interval }),
      ...(description !== undefined && { description }),
      ...(isAvailableToVolunteerTime !== undefined && { isAvailableToVolunteerTime }),
      ...wishes,
    };
    const isBack = linkedNeed !== undefined && needId === linkedNeed;
    fillIn(form.current, isFromLink && !isBack ? person : { ...person, ...donation });
  }, [form, isFromLink, linkedNeed]);
}

/** Writes fields into a form as if they had been typed, except for those in which something was typed since. */
function fillIn(form: HTMLFormElement, fields: FormFields): void {
  for (const field of form.elements) {
    const text = fields[(field as HTMLInputElement).name];
    fill(field, text);
    // What was said before is not folded away.
    if (text) field.closest('details')?.setAttribute('open', '');
  }
}

function fill(field: Element, text: string | undefined): void {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (field.checked === field.defaultChecked) field.checked = text !== undefined;
  } else if (field instanceof HTMLInputElement && field.type === 'radio') {
    field.checked = (text ?? '') === field.value;
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field.value === field.defaultValue) field.value = text ?? field.value;
  } else if (field instanceof HTMLSelectElement) {
    const isUntouched = field.value === '' || field.selectedOptions[0]?.defaultSelected;
    if (isUntouched) field.value = text ?? field.value;
  }
}
