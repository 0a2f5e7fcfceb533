/** The link that a click follows in this tab; null for a click on anything else, and for one that opens a new tab. */
export function followedLink(event: MouseEvent): HTMLAnchorElement | null {
  const { target } = event;
  const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
  if (isForNewTab || !(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>('a[href]');
}
