/** Shows the notice while the device is offline. */
export function watchConnection(): void {
  const show = () => {
    for (const notice of document.querySelectorAll<HTMLElement>('[data-offline-notice] > p')) {
      notice.hidden = navigator.onLine;
    }
  };
  window.addEventListener('online', show);
  window.addEventListener('offline', show);
  show();
}
