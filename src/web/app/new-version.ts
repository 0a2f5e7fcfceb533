/**
 * Reloads a page that was opened before a new version was deployed, once a chunk that it requests is gone. Not twice
 * in a minute, in case the chunk is missing there too, and never over a form with typed text.
 */
export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    if (document.querySelector('form')) return;
    const key = 'reloaded-at';
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return;
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
}
