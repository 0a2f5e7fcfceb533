import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { type Drawing, loadBuiltDrawing } from '#server/site/drawing.ts';
import type { Site } from '#server/site/pages.ts';
import { serveSite } from '#server/site/serve-web.ts';
import type { TestApp } from '#test/support/app.ts';
import { ensureWebBuild } from '#test/support/run-main.ts';

/** The site of a test: the application with its pages. */
export interface WebSite {
  app: FastifyInstance;
  /** How many pages were drawn. */
  drawn: number;
  get(url: string, options?: InjectOptions): ReturnType<typeof get>;
  /** Posts a form as a browser without script does. */
  post(url: string, fields: Record<string, string>, options?: PostOptions): ReturnType<typeof get>;
}

interface PostOptions {
  headers?: Record<string, string>;
  from?: string;
}

interface SiteOptions {
  site?: Partial<Site>;
  /** Replaces what draws the pages. */
  draw?: (original: Drawing['draw']) => Drawing['draw'];
  /** Lines of the log. */
  log?: (line: string) => void;
}

function get(app: FastifyInstance, options: InjectOptions) {
  return app.inject(options);
}

/** Serves the pages of a test's application. The object is filled when the tests begin. */
export function useWebSite(testApp: TestApp, { site, draw, log }: SiteOptions = {}): WebSite {
  const web = { drawn: 0 } as WebSite;
  beforeAll(async () => {
    await ensureWebBuild();
    const stream = { write: (line: string) => log?.(line) };
    web.app = await buildApp(testApp, pino({ level: log ? 'error' : 'silent' }, stream));
    const { config } = testApp;
    const drawing = await loadBuiltDrawing();
    const original = draw?.(drawing.draw) ?? drawing.draw;
    await serveSite(
      web.app,
      {
        ...config.site,
        publicUrl: config.publicUrl,
        currency: config.currency,
        payments: 'test',
        isTrial: true,
        minDonation: config.donation.minCents,
        maxDonation: config.donation.maxCents,
        ...site,
      },
      testApp,
      {
        ...drawing,
        draw: (...args) => {
          web.drawn++;
          return original(...args);
        },
      },
    );
    web.get = (url, options) => get(web.app, { url, ...options });
    web.post = (url, fields, { headers, from = '203.0.113.7' } = {}) =>
      get(web.app, {
        method: 'POST',
        url,
        remoteAddress: from,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        payload: new URLSearchParams(fields).toString(),
      });
  }, 120_000);
  afterAll(() => web.app.close());
  return web;
}
