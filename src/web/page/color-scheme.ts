/** The key under which Mantine remembers the choice, which `before-paint.js` reads. */
const storageKey = 'mantine-color-scheme-value';

/** Changes between light and dark at a press of one of the toggles, and remembers the choice. */
export function watchColorSchemeToggles(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-color-scheme-toggle]')) return;
    const root = document.documentElement;
    const isDark = root.getAttribute('data-mantine-color-scheme') === 'dark';
    const scheme = isDark ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', scheme);
    try {
      localStorage.setItem(storageKey, scheme);
    } catch {
      // Storage is disabled: the choice lasts until the next page.
    }
  });
}
