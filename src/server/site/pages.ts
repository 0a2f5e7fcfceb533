import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CurrentUser, View } from '#contract/documents.ts';
import { type PageHead, privatePaths } from '#contract/pages.ts';
import type { SiteInfo } from '#contract/site.ts';
import { asksForGiftAid, needsDonorAddress } from '#core/receipt-profiles.ts';
import { findSession } from '#server/people/sign-in/sessions.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { noteFailure } from '#server/platform/http/error-handler.ts';
import { rankCallers } from '#server/platform/misuse/ranks.ts';
import { createTurns } from '#server/platform/misuse/turns.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import type { SettingsStore } from '#server/platform/settings/settings-store.ts';
import { type Document, documents, type Parameters } from '#server/site/documents.ts';
import type { Drawing } from '#server/site/drawing.ts';
import {
  createPageCache,
  type DrawnPage,
  type InTurn,
  prepare,
  snapshotReader,
} from '#server/site/page-cache.ts';
import { speculationRulesPath } from '#server/site/speculation-rules.ts';

/** The site as its pages name it, apart from what the settings say. */
export interface Site
  extends Omit<
    SiteInfo,
    | 'timeZone'
    | 'presets'
    | 'cardCosts'
    | 'boundDays'
    | 'takesBankTransfers'
    | 'vetsFirst'
    | 'asksForAddress'
    | 'giftAidFor'
  > {
  /** Without a trailing slash. */
  publicUrl: string;
}

/** What pages are made from. */
export interface PageDeps {
  site: Site;
  db: Db;
  config: Config;
  settings: SettingsStore;
  drawing: Drawing;
}

/**
 * Reading and drawing a page costs a hundred times as much as sending a kept one. Few at once, so that other calls get
 * their turn at the database; networks that made little work go first.
 */
const turns = createTurns({
  atOnce: 4,
  keptForFirst: 1,
  longestLine: 1_000,
  refusal: 'Very many people are opening pages right now. Please try again in a minute.',
});

/** What surrounds a view; see `Frame` in the contract. */
interface Surroundings {
  path: string;
  user: CurrentUser | null;
  head?: PageHead | null;
  title?: string | undefined;
}

/** Sends pages. */
export interface Pages {
  /** Sends a view to the person who asks, with their name in the header. */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    view: View,
    about?: Pick<Surroundings, 'head' | 'title'>,
  ) => Promise<FastifyReply>;
  /** Says that there is nothing at this address, in the site's own design. */
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Says that something failed, in the site's own design. For an error handler. */
  sendError: (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
}

/** Only for the drawing: what a page shows must not differ each time that it is read. */
function withFormKey(view: View): View {
  switch (view.page) {
    case 'donate':
    case 'bank-transfer':
    case 'nominate':
    case 'contact':
      return { ...view, form: { ...view.form, key: randomUUID() } };
    default:
      return view;
  }
}

/** An address of a document: everything on which a visitor's page depends. */
interface Address {
  path: string;
  document: string;
  parameters: Parameters;
  /** The version of the settings. */
  settings: number;
}

/** Serves every document and the place of the application, and returns how to send other pages. */
export async function servePages(app: FastifyInstance, deps: PageDeps): Promise<Pages> {
  const { site, db, config, settings, drawing } = deps;
  const { publicUrl, ...named } = site;
  const siteInfo = (): SiteInfo => {
    const { timeZone, presetCents, receipts, cardCosts, boundDays, bankTransfers, vetting } =
      settings.current();
    // The limits of a donation may have changed since the amounts were saved.
    const presets = presetCents.filter(
      (amount) => amount >= named.minDonation && amount <= named.maxDonation,
    );
    const asksForAddress = needsDonorAddress(receipts);
    return {
      ...named,
      timeZone,
      presets,
      cardCosts,
      boundDays,
      asksForAddress,
      vetsFirst: vetting.isChecklistRequired,
      takesBankTransfers: bankTransfers.isOffered,
      giftAidFor: asksForGiftAid(receipts) ? receipts.legalName : null,
    };
  };
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const rankOf = rankCallers(serverSecret(config));

  const draw = (
    view: View,
    { path, user, head = null, title }: Surroundings,
    assets = drawing.assetsOf(view),
  ) =>
    drawing.draw(withFormKey(view), {
      site: siteInfo(),
      publicUrl,
      user,
      path,
      head,
      title: title ?? null,
      assets,
    });
  app.drawPreview = async (view, about) =>
    draw(view, { ...about, user: null }, { ...drawing.assetsOf(view), script: null, islands: {} });
  const pageAt = createPageCache<Address>({
    readSnapshot: snapshotReader(db),
    readView: async ({ document, parameters }) =>
      (await byPath.get(document)?.read(db, parameters, settings.current())) ?? null,
    draw: (view, { path, document }) => {
      const { headOf, title } = byPath.get(document) as Document;
      return draw(view, { path, user: null, head: headOf(view), title });
    },
  });

  const currentUser = async (request: FastifyRequest): Promise<CurrentUser | null> => {
    const session = await findSession(db, config, settings, request);
    return session === null
      ? null
      : { firstName: session.member.firstName, email: session.member.email };
  };
  // Drawn before it is needed: when drawing fails, nothing can be drawn.
  const errorPage = await prepare(await draw({ page: 'error' }, { path: '', user: null }));
  const drawApplication = async () =>
    prepare(await draw({ page: 'application' }, { path: '', user: null }));
  let application = { settings: settings.current().version, page: await drawApplication() };
  const notFound = await prepare(
    await draw({ page: 'not-found' }, { path: '', user: null, title: 'Page Not Found' }),
  );

  const pages: Pages = {
    async send(request, reply, view, about = {}) {
      const user = await currentUser(request);
      const html = await draw(view, { path: pathOf(request), user, ...about });
      return sendPage(request, reply, await prepare(html), true);
    },
    async sendNotFound(request, reply) {
      reply.status(404);
      const user = await currentUser(request);
      if (user === null) return sendPage(request, reply, notFound, false);
      return pages.send(request, reply, { page: 'not-found' }, { title: 'Page Not Found' });
    },
    async sendError(error, request, reply) {
      const { status } = await noteFailure(error, request, reply);
      return sendPage(request, reply.status(status), errorPage, false);
    },
  };

  /** That there is nothing at an address of a document, or why there no longer is. */
  async function sendNothing(
    request: FastifyRequest,
    reply: FastifyReply,
    { isTakenDown }: Document,
    parameters: Parameters,
  ) {
    if (!(await isTakenDown?.(db, parameters))) return pages.sendNotFound(request, reply);
    const title = 'This Page Was Taken Down';
    return pages.send(request, reply.status(410), { page: 'taken-down' }, { title });
  }

  await app.register(async (scope) => {
    scope.setErrorHandler(pages.sendError);
    for (const document of documents) {
      if (document.onlyWith !== undefined && document.onlyWith !== site.payments) continue;
      scope.get<{ Params: Parameters; Querystring: Record<string, unknown> }>(
        document.path,
        { schema: { hide: true } },
        async (request, reply) => {
          if (document.isPrivate) reply.header('referrer-policy', 'no-referrer');
          const address = addressOf(document, request);
          if (address === null) return pages.sendNotFound(request, reply);
          const { path, parameters } = address;
          const own = (await document.readOwn?.(deps, request, parameters)) ?? null;
          const user = await currentUser(request);
          const inTurn: InTurn = (work) => turns(rankOf(request), work);
          if (user === null && own === null) {
            const drawn = await pageAt(
              {
                path,
                document: document.path,
                parameters,
                settings: settings.current().version,
              },
              inTurn,
            );
            if (drawn === null) return sendNothing(request, reply, document, parameters);
            return sendPage(request, reply, drawn, false);
          }
          const view =
            own ?? (await inTurn(() => document.read(db, parameters, settings.current())));
          if (view === null) return sendNothing(request, reply, document, parameters);
          return pages.send(request, reply, view, {
            head: document.headOf(view),
            title: document.title,
          });
        },
      );
    }
    for (const path of privatePaths) {
      scope.get(path, { schema: { hide: true } }, async (request, reply) => {
        const { version } = settings.current();
        if (application.settings !== version) {
          application = { settings: version, page: await drawApplication() };
        }
        return sendPage(request, reply, application.page, false);
      });
    }
  });
  return pages;
}

/**
 * The parameters on which a document depends, each in its one spelling, and its path with them; null if there is nothing
 * at such an address. Of a query parameter that is repeated, the first counts.
 */
function addressOf(
  { path, ids = {}, parameters: readers }: Document,
  { params, query }: { params: Parameters; query: Record<string, unknown> },
): Pick<Address, 'path' | 'parameters'> | null {
  const parameters: Record<string, string> = {};
  let ownPath = path;
  for (const [name, reader] of Object.entries(ids)) {
    const { data } = reader.safeParse(params[name]);
    if (data === undefined) return null;
    parameters[name] = data;
    ownPath = ownPath.replace(`:${name}`, data);
  }
  for (const [name, reader] of Object.entries(readers)) {
    const value = reader.parse(Array.isArray(query[name]) ? query[name][0] : query[name]);
    if (value !== undefined) parameters[name] = value;
  }
  return { path: ownPath, parameters };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, brotli, gzip, etag }: DrawnPage,
  isPersonal: boolean,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8').headers({
    // Right after every change, and only for whom it was drawn.
    'cache-control': isPersonal ? 'private, no-cache' : 'no-cache',
    vary: 'cookie, accept-encoding',
    'speculation-rules': `"${speculationRulesPath}"`,
    etag,
  });
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) {
    return reply.status(304).send();
  }
  if (understands(request, 'br')) return reply.header('content-encoding', 'br').send(brotli);
  if (understands(request, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(await gzip());
  }
  return reply.send(html);
}

/** Whether a browser can read an encoding. `gzip;q=0` says that it cannot. */
function understands({ headers }: FastifyRequest, encoding: 'br' | 'gzip'): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((each) => {
      const [name, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      return name === encoding && !parameters.some((part) => /^q=0(\.0*)?$/.test(part));
    });
}
