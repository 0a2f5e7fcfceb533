import { followedLink } from '#web/page/followed-link.ts';

/* What a page does while the device is offline. */

/** What was pressed while the device was offline. */
interface Stopped {
  name: string;
  tryAgain: () => void;
}

/**
 * Says that the device is offline, and keeps the visitor on the page, which the browser would replace with an error of
 * its own. What script answers itself, such as a form whose island is there, is not stopped.
 */
export function watchConnection(): void {
  let stopped: Stopped | null = null;
  const show = () => {
    const online = stopped ? 'back' : '';
    const offline = stopped ? 'stopped' : 'offline';
    const state = navigator.onLine ? online : offline;
    for (const part of all('[data-offline-notice] > *')) part.hidden = part.dataset.when !== state;
    for (const place of all('[data-stopped]')) place.textContent = stopped?.name ?? '';
  };
  const stop = (event: Event, next: Stopped) => {
    if (navigator.onLine || event.defaultPrevented) return;
    event.preventDefault();
    // The notice is on the page, which cannot be reached while a menu or a receipt is open over it.
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    stopped = next;
    show();
  };

  // On the window, which hears of an event after everything that may answer it.
  window.addEventListener('click', (event) => {
    const { target } = event;
    if (target instanceof Element && target.closest('[data-try-again]')) {
      const again = stopped?.tryAgain;
      stopped = null;
      again?.();
      show();
      return;
    }
    const link = followedLink(event);
    if (link === null || !leaves(link)) return;
    stop(event, { name: link.textContent, tryAgain: () => link.click() });
  });
  window.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const name = submitter?.textContent ?? target.getAttribute('aria-label') ?? '';
    stop(event, { name, tryAgain: () => target.requestSubmit(submitter) });
  });
  window.addEventListener('online', show);
  window.addEventListener('offline', show);
  show();
}

function all(selector: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll(selector);
}

/** Whether a link loads something from this site, and not only shows a different part of the page. */
function leaves({ origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const here = window.location;
  const isOnPage = hash !== '' && pathname + search === here.pathname + here.search;
  return origin === here.origin && !isOnPage;
}
