import { keepOpenForms } from '#web/admin/shared/kept-forms.ts';

/**
 * Reloads a page that was opened before a new version was deployed, once a chunk that it requests is gone. Not twice
 * in a minute, in case the chunk is missing there too. What is typed in forms is kept. A chunk that a browser stops
 * loading because the visitor is on the way to another page is not gone: a reload would keep them here.
 */
export function reloadForNewVersion(): void {
  let leaving = false;
  window.addEventListener('beforeunload', () => {
    leaving = true;
  });
  // A page that the browser kept and shows again after Back.
  window.addEventListener('pageshow', () => {
    leaving = false;
  });
  window.addEventListener('vite:preloadError', () => {
    if (leaving) return;
    const key = 'reloaded-at';
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return;
    sessionStorage.setItem(key, String(Date.now()));
    keepOpenForms();
    window.location.reload();
  });
}
