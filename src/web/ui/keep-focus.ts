const headings = 'h1, h2, h3';

// A button that is disabled while it works has lost the focus before anybody asks.
let last: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  last = target instanceof Element ? target : null;
});

/**
 * Remembers where the focus is. Returns what brings it back near there if it is lost by then, because its control made way for
 * what came of it: to the control if it is there, to the heading of its section, or to that of the page.
 */
export function keepFocus(): () => void {
  const chain: Element[] = [];
  const { activeElement, body } = document;
  for (
    let at = activeElement === body ? last : activeElement;
    at && at !== body;
    at = at.parentElement
  ) {
    chain.push(at);
  }
  return () => {
    if (chain.length === 0 || document.activeElement !== document.body) return;
    const [near] = chain.filter(({ isConnected }) => isConnected);
    if (near === chain[0] && near instanceof HTMLElement) near.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    const section =
      near?.closest('section:has(h1, h2, h3), main') ?? document.querySelector('main');
    const target = section?.querySelector<HTMLElement>(headings) ?? section;
    if (!(target instanceof HTMLElement)) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
}
