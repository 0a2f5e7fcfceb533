import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

/** One file that a page loads, by type: script, stylesheet, font, image … */
export interface Loaded {
  kind: string;
  name: string;
  /** In transit. */
  bytes: number;
}

/** Everything that an open page of the browser requests of a site until it is idle, without interaction. */
export async function filesOf(page: Page, url: string): Promise<Loaded[]> {
  const { origin } = new URL(url);
  const loaded: Promise<Loaded>[] = [];
  page.on('response', (response) => {
    const { origin: from, pathname: name } = new URL(response.url());
    const kind = response.request().resourceType();
    if (from !== origin || kind === 'fetch' || kind === 'document') return;
    loaded.push(response.body().then((body) => ({ kind, name, bytes: inTransit(body) })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  return Promise.all(loaded);
}

/** The kilobytes of the files of some types. */
export function kilobytesOf(files: Loaded[], ...kinds: string[]): number {
  const chosen = files.filter(({ kind }) => kinds.includes(kind));
  return chosen.reduce((total, { bytes }) => total + bytes, 0) / 1_000;
}

/** Fonts and images are already compressed. */
function inTransit(body: Buffer): number {
  return Math.min(body.length, gzipSync(body, { level: 6 }).length);
}
