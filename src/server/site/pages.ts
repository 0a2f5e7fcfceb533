import { randomUUID } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { privatePaths } from '#contract/admin-pages.ts';
import type { CurrentUser, View } from '#contract/documents.ts';
import type { PageHead } from '#contract/pages.ts';
import type { SiteInfo } from '#contract/site.ts';
import { asksForGiftAid, needsDonorAddress } from '#core/receipts/receipt-profiles.ts';
import { findSession } from '#server/people/sign-in/sessions.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { noteFailure } from '#server/platform/http/error-handler.ts';
import { rankCallers } from '#server/platform/misuse/ranks.ts';
import { createTurns } from '#server/platform/misuse/turns.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import type { SettingsStore } from '#server/platform/site-settings/settings-store.ts';
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

/* Sends pages: with the name of who is signed in, kept ones to everybody else, and the error page. */

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

type Draw = (
  view: View,
  surroundings: Surroundings,
  assets?: ReturnType<Drawing['assetsOf']>,
) => string | Promise<string>;

/** Serves every document and the place of the application, and returns how to send other pages. */
export async function servePages(app: FastifyInstance, deps: PageDeps): Promise<Pages> {
  const { site, drawing } = deps;
  const draw: Draw = (view, { path, user, head = null, title }, assets = drawing.assetsOf(view)) =>
    drawing.draw(withFormKey(view), {
      site: siteInfo(deps),
      publicUrl: site.publicUrl,
      user,
      path,
      head,
      title: title ?? null,
      assets,
    });
  app.drawPreview = async (view, about) =>
    draw(view, { ...about, user: null }, { ...drawing.assetsOf(view), script: null, islands: {} });
  const pages = await createPages(deps, draw);
  const sendDocument = documentSender(deps, draw, pages);
  const sendApplication = await applicationSender(deps, draw);
  await app.register(async (scope) => {
    scope.setErrorHandler(pages.sendError);
    for (const document of documents) {
      if (document.onlyWith !== undefined && document.onlyWith !== site.payments) continue;
      scope.get<DocumentRequest>(document.path, { schema: { hide: true } }, (request, reply) =>
        sendDocument(document, request, reply),
      );
    }
    for (const path of privatePaths) scope.get(path, { schema: { hide: true } }, sendApplication);
  });
  return pages;
}

function siteInfo({ site: { publicUrl: _, ...named }, settings }: PageDeps): SiteInfo {
  const { timeZone, presetCents, receipts, cardCosts, boundDays, bankTransfers, vetting } =
    settings.current();
  // The limits of a donation may have changed since the amounts were saved.
  const presets = presetCents.filter(
    (amount) => amount >= named.minDonation && amount <= named.maxDonation,
  );
  return {
    ...named,
    timeZone,
    presets,
    cardCosts,
    boundDays,
    asksForAddress: needsDonorAddress(receipts),
    vetsFirst: vetting.isChecklistRequired,
    takesBankTransfers: bankTransfers.isOffered,
    giftAidFor: asksForGiftAid(receipts) ? receipts.legalName : null,
  };
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

async function createPages(deps: PageDeps, draw: Draw): Promise<Pages> {
  const alone = { path: '', user: null };
  // Drawn before it is needed: when drawing fails, nothing can be drawn.
  const errorPage = await prepare(await draw({ page: 'error' }, alone));
  const nothingThere = { title: 'Page Not Found' };
  const notFound = await prepare(await draw({ page: 'not-found' }, { ...alone, ...nothingThere }));
  const pages: Pages = {
    async send(request, reply, view, about = {}) {
      const user = await currentUser(deps, request);
      const html = await draw(view, { path: pathOf(request), user, ...about });
      return sendPage(request, reply, await prepare(html), true);
    },
    async sendNotFound(request, reply) {
      reply.status(404);
      const user = await currentUser(deps, request);
      if (user === null) return sendPage(request, reply, notFound, false);
      return pages.send(request, reply, { page: 'not-found' }, nothingThere);
    },
    async sendError(error, request, reply) {
      const { status } = await noteFailure(error, request, reply);
      return sendPage(request, reply.status(status), errorPage, false);
    },
  };
  return pages;
}

async function currentUser(
  { db, config, settings }: PageDeps,
  request: FastifyRequest,
): Promise<CurrentUser | null> {
  const session = await findSession(db, config, settings, request);
  return session === null
    ? null
    : { firstName: session.member.firstName, email: session.member.email };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

interface DocumentRequest {
  Params: Parameters;
  Querystring: Record<string, unknown>;
}

/** An address of a document: everything on which a visitor's page depends. */
interface Address {
  path: string;
  document: string;
  parameters: Parameters;
  /** The version of the settings. */
  settings: number;
}

function documentSender(deps: PageDeps, draw: Draw, pages: Pages) {
  const { db, config, settings } = deps;
  const rankOf = rankCallers(serverSecret(config));
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const pageAt = createPageCache<Address>({
    readSnapshot: snapshotReader(db),
    readView: async ({ document, parameters }) =>
      (await byPath.get(document)?.read(db, parameters, settings.current())) ?? null,
    draw: (view, { path, document }) => {
      const { headOf, title } = byPath.get(document) as Document;
      return draw(view, { path, user: null, head: headOf(view), title });
    },
  });

  /** That there is nothing at an address of a document, or why there no longer is. */
  async function sendNothing(
    request: FastifyRequest,
    reply: FastifyReply,
    { whyHidden }: Document,
    parameters: Parameters,
  ) {
    const page = (await whyHidden?.(db, parameters)) ?? null;
    if (page === null) return pages.sendNotFound(request, reply);
    const [status, title] =
      page === 'taken-down'
        ? [410, 'This Page Was Taken Down']
        : [404, 'This Page Is Being Written Anew'];
    return pages.send(request, reply.status(status), { page }, { title });
  }

  return async (
    document: Document,
    request: FastifyRequest<DocumentRequest>,
    reply: FastifyReply,
  ) => {
    if (document.isPrivate) reply.header('referrer-policy', 'no-referrer');
    const address = addressOf(document, request);
    if (address === null) return pages.sendNotFound(request, reply);
    const { path, parameters } = address;
    const own = (await document.readOwn?.(deps, request, parameters)) ?? null;
    const user = await currentUser(deps, request);
    const inTurn: InTurn = (work) => turns(rankOf(request), work);
    if (user === null && own === null) {
      const { version } = settings.current();
      const key = { path, document: document.path, parameters, settings: version };
      const drawn = await pageAt(key, inTurn);
      if (drawn === null) return sendNothing(request, reply, document, parameters);
      return sendPage(request, reply, drawn, false);
    }
    const view = own ?? (await inTurn(() => document.read(db, parameters, settings.current())));
    if (view === null) return sendNothing(request, reply, document, parameters);
    const { title } = document;
    return pages.send(request, reply, view, { head: document.headOf(view), title });
  };
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

async function applicationSender({ settings }: PageDeps, draw: Draw) {
  const drawn = async () => prepare(await draw({ page: 'application' }, { path: '', user: null }));
  let application = { settings: settings.current().version, page: await drawn() };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { version } = settings.current();
    if (application.settings !== version) {
      application = { settings: version, page: await drawn() };
    }
    return sendPage(request, reply, application.page, false);
  };
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
