/** Applies the filters of a list as soon as one of them changes. Without script, they have a button. */
export function watchFilters(): void {
  document.addEventListener('change', ({ target }) => {
    const form = target instanceof Element ? target.closest('form[data-submit-on-change]') : null;
    if (form instanceof HTMLFormElement) form.requestSubmit();
  });
}
