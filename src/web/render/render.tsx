import { renderToString } from 'react-dom/server';
import type { DrawDocument } from '#contract/documents.ts';
import { setBookCurrency } from '#core/platform/money.ts';
import { drawHead } from '#web/render/head.tsx';
import { Page } from '#web/render/page.tsx';

/**
 * The server's entry: turns a view into a whole page. The body comes first, because the head names the scripts of the
 * urgent islands that are in it.
 */
export const drawDocument: DrawDocument = (view, frame) => {
  // What the server is built of has a copy of its own of everything that it draws with.
  setBookCurrency(frame.site.currency);
  const body = renderToString(<Page view={view} frame={frame} />);
  const islands = [...body.matchAll(/<script [^>]*data-island="([a-z-]+)" data-urgent/g)].map(
    ([, name = '']) => name,
  );
  return `<!doctype html><html lang="en" data-currency="${frame.site.currency}">${drawHead(view, frame, islands)}<body>${body}</body></html>`;
};
