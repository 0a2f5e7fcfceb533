// Runs before the first paint. A separate file because the content security policy allows no inline script.
(() => {
  let scheme = null;
  try {
    // The key under which Mantine remembers the choice.
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage is disabled, so the system's scheme counts.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // Whoever has read the cookie notice does not see it again.
  if (/(?:^|; )CookieConsent=true/.test(document.cookie)) {
    document.documentElement.setAttribute('data-cookies-understood', '');
  }

  // Where dialogs are missing, or no script runs, the header shows what the menu would.
  if ('HTMLDialogElement' in globalThis) {
    document.documentElement.setAttribute('data-has-dialogs', '');
  }

  // zod would try to compile its schemas with new Function, which the policy refuses with a console error.
  globalThis.__zod_globalConfig = { jitless: true };
})();
