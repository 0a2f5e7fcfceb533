import { followedLink } from '#web/page/followed-link.ts';

/** Opens a receipt over the page at a press of a link to it. If that does not work, the link is followed. */
export function watchReceipts(): void {
  // Scrolling does not bubble.
  document.addEventListener('scroll', ({ target }) => markPage(target), {
    capture: true,
    passive: true,
  });
  // Older browsers follow the link.
  if (!('HTMLDialogElement' in window)) return;
  document.addEventListener('click', (event) => {
    const link = followedLink(event);
    const viewer = document.getElementById('receipt-viewer');
    // Offline, there is nothing to open: `offline.ts` says so.
    if (!link?.matches('[data-receipt]') || !navigator.onLine) return;
    if (!(viewer instanceof HTMLDialogElement)) return;
    event.preventDefault();
    // An entry of its own, so that the browser's Back closes the receipt and stays on the page.
    window.history.pushState({ receipt: true }, '');
    void open(link.href, viewer);
  });
  const viewer = document.getElementById('receipt-viewer');
  if (!(viewer instanceof HTMLDialogElement)) return;
  window.addEventListener('popstate', () => viewer.close());
  viewer.addEventListener('close', () => {
    if (window.history.state?.receipt === true) window.history.back();
  });
  viewer.addEventListener('click', (event) => {
    const link = followedLink(event);
    const page = link?.matches('[href^="#"]') && viewer.querySelector(link.hash);
    if (!page) return;
    // The address stays that of the page below.
    event.preventDefault();
    page.scrollIntoView({ block: 'nearest' });
  });
  viewer.addEventListener('keydown', (event) => leaf(event, viewer));
}

/** Says which page of a receipt is shown, in the links to its pages. */
function markPage(pages: EventTarget | null): void {
  if (!(pages instanceof HTMLElement && pages.matches('[data-receipt-pages]'))) return;
  const { left } = pages.getBoundingClientRect();
  const distances = [...pages.children].map((page) =>
    Math.abs(page.getBoundingClientRect().left - left),
  );
  const shown = distances.indexOf(Math.min(...distances));
  const links = pages.parentElement?.querySelectorAll('nav a') ?? [];
  for (const [index, link] of [...links].entries()) {
    if (index === shown) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** The arrow keys leaf through the pages of a receipt, wherever the focus is. */
function leaf(event: KeyboardEvent, viewer: HTMLDialogElement): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const pages = viewer.querySelector('[data-receipt-pages]');
  if (step === undefined || pages === null) return;
  event.preventDefault();
  pages.scrollBy({ left: step * pages.clientWidth });
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
