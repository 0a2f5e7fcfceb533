import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

const usedKey = 'used-filter';

/**
 * Applies the filters of a list as soon as something is picked with a pointer, leaves empty ones out of the address,
 * and returns the focus to where it was in the form. With the keyboard, each arrow picks the next option, so the
 * filters wait for their button.
 */
export function watchFilters(): void {
  let isByKeyboard = false;
  document.addEventListener('keydown', () => {
    isByKeyboard = true;
  });
  document.addEventListener('pointerdown', () => {
    isByKeyboard = false;
  });
  document.addEventListener('change', ({ target }) => {
    if (isByKeyboard || !(target instanceof HTMLSelectElement)) return;
    if (isFilterForm(target.form)) target.form.requestSubmit();
  });
  document.addEventListener('submit', ({ target }) => {
    if (!isFilterForm(target)) return;
    keepInTab(
      usedKey,
      [...target.elements].findIndex((element) => element.matches(':focus')),
    );
  });
  document.addEventListener('formdata', ({ target, formData }) => {
    if (!isFilterForm(target)) return;
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
  // A page that the browser kept as it was left: the fields are to say what its list shows.
  window.addEventListener('pageshow', ({ persisted }) => {
    const form = document.querySelector('form[data-submit-on-change]');
    if (persisted && isFilterForm(form)) form.reset();
  });
  // Later than the browser goes to the fragment of the address, which takes the focus away.
  window.addEventListener('load', () => requestAnimationFrame(focusUsedFilter), { once: true });
}

function focusUsedFilter(): void {
  const form = document.querySelector('form[data-submit-on-change]');
  const used = readFromTab<number>(usedKey);
  if (!isFilterForm(form) || used === null) return;
  forgetInTab(usedKey);
  const element = form.elements[used];
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

function isFilterForm(target: EventTarget | null): target is HTMLFormElement {
  return target instanceof HTMLFormElement && target.matches('[data-submit-on-change]');
}
