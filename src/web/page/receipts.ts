/** Opens a receipt over the page at a press of a link to it. If that does not work, the link is followed. */
export function watchReceipts(): void {
  document.addEventListener('click', (event) => {
    const { target } = event;
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-receipt]') : null;
    const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    const viewer = document.getElementById('receipt-viewer');
    if (!link || isForNewTab || !(viewer instanceof HTMLDialogElement)) return;
    event.preventDefault();
    void open(link.href, viewer);
  });
}

async function open(address: string, viewer: HTMLDialogElement): Promise<void> {
  const place = viewer.querySelector('[data-receipt-place]');
  if (place === null) return;
  const note = document.createElement('p');
  note.textContent = 'Loading the receipt…';
  note.style.padding = '2rem';
  place.replaceChildren(note);
  viewer.showModal();
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const view = page.querySelector('[data-receipt-view]');
    if (view === null) throw new Error('The page has no receipt.');
    place.replaceChildren(document.adoptNode(view));
  } catch {
    window.location.assign(address);
  }
}
