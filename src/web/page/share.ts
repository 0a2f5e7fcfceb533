/** Shares an address at a press of a button: with the device's own menu, or else by copying it. */
export function watchShareButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null;
    if (button) void share(button);
  });
}

async function share(button: HTMLElement): Promise<void> {
  const url = new URL(button.dataset.share ?? '/', window.location.origin).href;
  const text = button.dataset.shareText ?? '';
  const status = button.parentElement?.querySelector('[role="status"]');
  try {
    if ('share' in navigator) {
      await navigator.share({ url, text });
      return;
    }
    // Browsers do not offer a clipboard over plain HTTP.
    await (navigator as Navigator).clipboard.writeText(url);
    if (status) status.textContent = 'Link copied';
  } catch (error) {
    // Whoever closes the device's menu has changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (status) status.textContent = url;
  }
}
