/** The key under which Mantine remembers the choice, which `before-paint.js` reads. */
const storageKey = 'mantine-color-scheme-value';
const attribute = 'data-mantine-color-scheme';

function show(scheme: 'light' | 'dark'): void {
  document.documentElement.setAttribute(attribute, scheme);
}

function hasChosen(): boolean {
  try {
    return ['light', 'dark'].includes(localStorage.getItem(storageKey) ?? '');
  } catch {
    return false;
  }
}

/**
 * Changes between light and dark at a press of one of the toggles, and remembers the choice. Until there is one, the
 * page goes along with the system.
 */
export function watchColorScheme(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-color-scheme-toggle]')) return;
    const isDark = document.documentElement.getAttribute(attribute) === 'dark';
    const scheme = isDark ? 'light' : 'dark';
    show(scheme);
    try {
      localStorage.setItem(storageKey, scheme);
    } catch {
      // Storage is disabled: the choice lasts until the next page.
    }
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    if (!hasChosen()) show(matches ? 'dark' : 'light');
  });
}
