// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
(() => {
  let scheme = null;
  try {
    // The key that Mantine remembers the choice under.
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage can be switched off; the system's scheme is then what counts.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);

  // zod would try to compile its schemas with new Function, which the policy refuses with a console error.
  globalThis.__zod_globalConfig = { jitless: true };
})();
