import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  emptyForm,
  type FormState,
  type NeedToGiveTo,
  type OpenCause,
  type OwnDonation,
  type View,
} from '#contract/documents.ts';
import { causeId, donationId, fileId, type NominationId, nominationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import {
  bankTransferPage,
  consentPagePath,
  dedicationRefusalPath,
  donationPagePath,
  donorChangePaths,
  donorPagePath,
  followEveryCent,
  followPath,
  needPath,
  type PageHead,
  planPagePath,
  publicPages,
  publicPaths,
  receiptPath,
  type SitePage,
  statementPagePath,
  testPaymentPath,
  trackingPagePath,
  unsubscribePath,
} from '#contract/pages.ts';
import {
  type Need,
  needOrders,
  needStates,
  type PublicPicture,
} from '#contract/publishing/needs.ts';
import type { SiteInfo } from '#contract/site.ts';
import type { Cause } from '#contract/vetting/causes.ts';
import { whyFree } from '#core/giving/bound-donations.ts';
import { readTransferReference } from '#core/giving/transfer-reference.ts';
import { centsToDecimal, formatCents } from '#core/platform/money.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { whyNotChosen } from '#core/vetting/cause-states.ts';
import { findViewToken } from '#server/donors/donation-links/view-link.ts';
import { findAnnouncedTransfer } from '#server/giving/announced-transfers/queries.ts';
import { findBoundNeed } from '#server/giving/bound-donations/queries.ts';
import { donationsOf } from '#server/giving/donations/own-donation-cookie.ts';
import { findOwnDonation } from '#server/giving/donations/queries.ts';
import { describeWork } from '#server/operations/settings/queries.ts';
import { findTestPayment } from '#server/payments/payments/test-payments.ts';
import type { Config } from '#server/platform/config.ts';
import { isCursor } from '#server/platform/db/paging.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { inSnapshot } from '#server/platform/db/snapshot.ts';
import { AppError } from '#server/platform/errors.ts';
import { readMissingCents } from '#server/provider/card-costs/queries.ts';
import { measureDurations, summarizeImpact } from '#server/publishing/impact/queries.ts';
import { listLatestProofs } from '#server/publishing/needs/latest-proofs.ts';
import { listNeeds, mostWords } from '#server/publishing/needs/list-needs.ts';
import { findNeed, getNeed, getReceipt } from '#server/publishing/needs/queries.ts';
import { findNeedToFollow } from '#server/publishing/subscriptions/queries.ts';
import { listCauses } from '#server/vetting/causes/queries.ts';
import { whyHidden } from '#server/vetting/consents/gate.ts';
import { isMailPausedSql } from '#server/vetting/nominations/queries.ts';
import { recallNomination } from '#server/vetting/nominations/thanks-cookie.ts';

/* Every page that the server draws: its address, what it shows, and what a shared link to it shows. */

/** Query and path parameters by name, as they were understood. */
export type Parameters = Readonly<Record<string, string>>;

/** How a parameter is read; undefined for what counts as if it was not there. */
type Readers = Readonly<Record<string, z.ZodType<string | undefined>>>;

/** A page that the server draws. */
export interface Document {
  /** With `:name` for each of its {@link ids}. */
  path: string;
  ids?: Readonly<Record<string, z.ZodType<string>>>;
  /** The query parameters on which it depends; others change nothing. */
  parameters: Readers;
  /** What it shows; null if there is nothing at the address. */
  read: (db: Db, parameters: Parameters, settings: Settings) => Promise<View | null>;
  /** What it shows to this browser alone, by its cookies; null if that is what everybody sees. */
  readOwn?: (
    deps: { db: Db; config: Config },
    request: FastifyRequest,
    parameters: Parameters,
  ) => Promise<View | null>;
  /** Why there is no longer something at the address, as far as somebody wished that. */
  whyHidden?: (db: Db, parameters: Parameters) => ReturnType<typeof whyHidden>;
  /** What search results and shared links show; null for a page that they must not lead to. */
  headOf: (view: View) => PageHead | null;
  title?: string;
  /** The only way of taking payments with which it is there. */
  onlyWith?: SiteInfo['payments'];
  /** Its address has a secret, which a link on it must not reveal. */
  isPrivate?: true;
}

const needsPerPage = 12;

// An address that somebody has changed by hand shows the page without what cannot be read. So that it is kept once,
// each thing has one spelling.
const only = (value: string) => z.literal(value).optional().catch(undefined);
const ifAny = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.optional().catch(undefined);
const amount = z
  .string()
  .transform((text) => parseAmount(text))
  .pipe(z.int())
  .transform((cents) => centsToDecimal(cents))
  // What has two meanings, or none, is asked about where it is shown, as it is spelled.
  .or(
    z
      .string()
      .max(20)
      .refine((text) => /\d/.test(text) && parseAmount(text) === null),
  );
const transferReference = z
  .string()
  .transform((text) => readTransferReference(text))
  .pipe(z.string());
const words = z
  .string()
  .transform((text) =>
    text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .split(/\s+/)
      .slice(0, mostWords)
      .join(' '),
  )
  .pipe(z.string().min(1).max(200));

/** Every document, except for those that forms lead to. */
export const documents: readonly Document[] = [
  {
    ...page(publicPages.home, {}, async (db) => {
      const [impact, proofs] = await Promise.all([summarizeImpact(db), listLatestProofs(db, 3)]);
      return { page: 'home', impact, proofs };
    }),
    headOf: (view) =>
      view.page === 'home' && view.impact.cardCosts.missing > 0
        ? { ...publicPages.home, description: followEveryCent }
        : publicPages.home,
  },
  {
    ...page(
      publicPages.donate,
      {
        status: only('success'),
        cause: ifAny(causeId),
        amount: ifAny(amount),
        // Also one that lost a part on its way.
        need: ifAny(z.string()),
      },
      async (db, query) =>
        query.status === 'success' ? readThanksView(db) : readLinkedDonateView(db, query),
    ),
    readOwn: async ({ db, config }, request, query) => {
      const own = await findOwnDonation(db, donationsOf(request, config));
      if (own === null) return null;
      const { id, ...donation } = own;
      return query.status === 'success'
        ? readThanksView(db, donation, await findViewToken(db, id, config))
        : readLinkedDonateView(db, query, donation);
    },
  },
  {
    ...page(
      bankTransferPage,
      { reference: ifAny(transferReference) },
      (db, { reference = null }, settings) =>
        readBankTransferView(db, settings, { form: emptyForm(), reference }),
    ),
    headOf: (view) =>
      view.page === 'bank-transfer' && view.details !== null && view.transfer === null
        ? bankTransferPage
        : null,
    title: bankTransferPage.title,
  },
  {
    ...page(publicPages.nominate, { status: only('success') }, async (db, { status }) =>
      status === 'success'
        ? { page: 'nominate-thanks', thanks: null, isMailPaused: await isMailPaused(db) }
        : readNominateView(db, emptyForm()),
    ),
    readOwn: async ({ db }, request, { status }) => {
      const thanks = status === 'success' ? recallNomination(request) : null;
      return thanks && { page: 'nominate-thanks', thanks, isMailPaused: await isMailPaused(db) };
    },
  },
  page(
    publicPages.impact,
    {
      search: ifAny(words),
      causeId: ifAny(causeId),
      state: ifAny(z.enum(needStates)),
      // Without this parameter, the list is sorted by the newest.
      sort: ifAny(z.enum(needOrders).exclude(['newest'])),
      cursor: ifAny(z.string().refine(isCursor)),
    },
    readImpactView,
  ),
  page(publicPages.contact, { status: only('sent') }, async (_db, { status }) => ({
    page: 'contact',
    form: emptyForm(),
    isSent: status === 'sent',
  })),
  page(publicPages.howWeWork, {}, async (db, _query, settings) => ({
    page: 'how-we-work',
    work: await describeWork(db, settings),
    missing: await readMissingCents(db),
  })),
  page(publicPages.privacyPolicy, {}, async (_db, _query, settings) => ({
    page: 'privacy-policy',
    retention: settings.retention,
  })),
  page(publicPages.termsOfService, {}, async (db) => ({
    page: 'terms-of-service',
    missing: await readMissingCents(db),
  })),
  {
    path: needPath(':id'),
    ids: { id: nominationId },
    parameters: { status: only('sent') },
    read: (db, { id, status }) => readNeedView(db, { id, isFollowSent: status === 'sent' }),
    whyHidden: whyNeedHidden,
    headOf: (view) => (view.page === 'need' ? needHead(view.need) : null),
  },
  {
    path: receiptPath(':id', ':receipt'),
    ids: { id: nominationId, receipt: fileId },
    parameters: {},
    read: readReceiptView,
    whyHidden: whyNeedHidden,
    // Search results lead to the need, where the receipt has its context.
    headOf: () => null,
    title: 'Receipt',
  },
  {
    path: testPaymentPath(':id'),
    ids: { id: donationId },
    parameters: {},
    read: async (db, { id = '' }) => {
      const payment = await findTestPayment(db, id);
      return payment && { page: 'test-payment', payment };
    },
    headOf: () => null,
    title: 'Test Payment',
    onlyWith: 'test',
  },
  privatePage(donationPagePath, 'Your Donation', {}, async () => ({ page: 'donation-page' })),
  privatePage(
    donorPagePath,
    'Your Donations',
    { status: only('sent') },
    async (_db, { status }) => ({
      page: 'donor-page',
      form: emptyForm(),
      isSent: status === 'sent',
    }),
  ),
  privatePage(
    planPagePath,
    'Your Recurring Donation',
    { status: only('sent'), card: only('changed') },
    async (_db, { status }) => ({
      page: 'plan-page',
      form: emptyForm(),
      isSent: status === 'sent',
    }),
  ),
  privatePage(statementPagePath, 'Your Statement', {}, async () => ({ page: 'statement-page' })),
  privatePage(trackingPagePath, 'Your Nomination', {}, async () => ({ page: 'tracking-page' })),
  privatePage(consentPagePath, 'Your Consent', {}, async () => ({ page: 'consent-page' })),
  privatePage(unsubscribePath, 'Email Updates', {}, async () => ({ page: 'unsubscribe' })),
  privatePage(dedicationRefusalPath, 'No More Such Emails', {}, async () => ({
    page: 'dedication-refusal',
  })),
  ...(['stop', 'agree'] as const).map((answer) =>
    privatePage(donorChangePaths[answer], 'Your Email Address', {}, async () => ({
      page: 'donor-change',
      answer,
    })),
  ),
  privatePage(followPath, 'Email Updates', { need: ifAny(nominationId) }, async (db, { need }) => {
    const found = need === undefined ? null : await findNeedToFollow(db, need as NominationId);
    return { page: 'follow', need: found?.name ?? null };
  }),
];

/** A public page that search results may lead to. */
function page(head: SitePage, parameters: Readers, read: Document['read']): Document {
  return { path: head.path, parameters, read, headOf: () => head };
}

/** A page whose address has a secret, so that nothing leads to it. */
function privatePage(
  path: string,
  title: string,
  parameters: Readers,
  read: Document['read'],
): Document {
  return { path, parameters, read, headOf: () => null, title, isPrivate: true };
}

/** The donation form, as the visitor has filled it in. */
export async function readDonateView(
  db: Db,
  form: FormState,
  {
    need,
    isNeedGone = false,
    lastDonation = null,
  }: { need?: NeedToGiveTo | null; isNeedGone?: boolean; lastDonation?: OwnDonation | null } = {},
): Promise<View> {
  const causes = await listCauses(db);
  const missing = await readMissingCents(db);
  const { data: needId } = nominationId.safeParse(form.values.needId);
  const wanted = need === undefined ? await findNeedToGiveTo(db, needId) : need;
  // Whoever gives to a need gives to its cause.
  const chosen = causes.find(
    ({ id }) => id === (wanted?.why === null ? wanted.cause.id : form.values.causeId),
  );
  const notOpen = chosen ? whyNotChosen(chosen) : null;
  return {
    page: 'donate',
    causes: openOnes(causes),
    // A refusal says it beside the field.
    notOpen: form.errors.causeId === undefined ? notOpen : null,
    form,
    need: notOpen === null ? wanted : null,
    isNeedGone,
    lastDonation,
    missing,
  };
}

/** The form for a bank transfer, or where to transfer one that was announced to. */
export async function readBankTransferView(
  db: Db,
  { bankTransfers: { isOffered, details } }: Pick<Settings, 'bankTransfers'>,
  { form, reference = null }: { form: FormState; reference?: string | null },
): Promise<View> {
  const causes = openOnes(await listCauses(db));
  const transfer = reference === null ? null : await findAnnouncedTransfer(db, reference);
  return { page: 'bank-transfer', causes, form, transfer, details: isOffered ? details : null };
}

/** The donation form, as a link like `/donate?cause=…&amount=25&need=…` has filled it in. */
async function readLinkedDonateView(
  db: Db,
  { cause, amount = '', need: needText }: Parameters,
  lastDonation: OwnDonation | null = null,
): Promise<View> {
  const { data: needId } = nominationId.safeParse(needText);
  const need = await findNeedToGiveTo(db, needId);
  const isNeedGone = Boolean(needText) && need === null;
  const chosen = need?.why === null ? need.cause.id : (cause ?? need?.cause.id);
  const cents = parseAmount(amount);
  const isUnclear = cents === null && amount !== '';
  const values = {
    ...(chosen !== undefined && { causeId: chosen }),
    ...(cents !== null && { amount: formatCents(cents) }),
    ...(isUnclear && { amount }),
  };
  const errors: Record<string, string> = isUnclear ? { amount: notAnAmount(amount, 2_500) } : {};
  return readDonateView(db, { ...emptyForm(values), errors }, { need, isNeedGone, lastDonation });
}

/** A need that somebody wants to give to, and why they cannot; null for one without a public page. */
async function findNeedToGiveTo(
  db: Db,
  id: NominationId | undefined,
): Promise<NeedToGiveTo | null> {
  const need = id === undefined ? null : await findNeed(db, id);
  const state = need && (await findBoundNeed(db, need.id));
  if (!need || !state) return null;
  return { ...need, why: whyFree(state, { causeId: need.cause.id, boundUntil: null }, new Date()) };
}

async function readThanksView(
  db: Db,
  donation: OwnDonation | null = null,
  viewToken: string | null = null,
): Promise<View> {
  const durations = await measureDurations(db);
  return {
    page: 'donate-thanks',
    donation,
    viewToken,
    durations,
    missing: await readMissingCents(db),
    isMailPaused: await isMailPaused(db),
  };
}

async function isMailPaused(db: Db): Promise<boolean> {
  const { isPaused } = await db
    .selectNoFrom(isMailPausedSql.as('isPaused'))
    .executeTakeFirstOrThrow();
  return isPaused;
}

/** The nomination form, as the visitor has filled it in. */
export async function readNominateView(db: Db, form: FormState): Promise<View> {
  return { page: 'nominate', causes: openOnes(await listCauses(db)), form };
}

function openOnes(causes: Cause[]): OpenCause[] {
  return causes
    .filter(({ state }) => state === 'open')
    .map(({ id, name, description, isForRunningCosts }) => ({
      id,
      name,
      description,
      isForRunningCosts,
    }));
}

// Read by the readers of the document; the types say so.
const needFilters = z.object({
  causeId: causeId.optional(),
  state: z.enum(needStates).optional(),
  search: z.string().optional(),
  sort: z.enum(needOrders).optional(),
});

async function readImpactView(db: Db, query: Parameters): Promise<View> {
  const { causeId: cause, state, search, sort } = needFilters.parse(query);
  const list = (cursor: string | undefined) =>
    listNeeds(db, {
      limit: needsPerPage,
      causeId: cause,
      state,
      search,
      sort: sort ?? 'newest',
      cursor,
    });
  const [impact, { items, nextCursor }] = await Promise.all([
    summarizeImpact(db),
    list(query.cursor).catch((error) => {
      if (error instanceof AppError) return list(undefined);
      throw error;
    }),
  ]);
  const filters = {
    search: search ?? '',
    causeId: cause ?? '',
    state: state ?? ('' as const),
    sort: sort ?? ('' as const),
  };
  return {
    page: 'impact',
    impact,
    listing: {
      filters,
      needs: items,
      next: nextCursor === null ? null : needsAddress({ ...query, cursor: nextCursor }),
    },
  };
}

function needsAddress(query: Parameters): string {
  return `${publicPaths.impact}?${new URLSearchParams(query)}#needs`;
}

/** A need, with what a visitor has typed into the form for updates about it. */
export function readNeedView(
  db: Db,
  {
    id,
    follow = emptyForm(),
    isFollowSent = false,
  }: { id: string | undefined; follow?: FormState; isFollowSent?: boolean },
): Promise<View | null> {
  const { data } = nominationId.safeParse(id);
  if (data === undefined) return Promise.resolve(null);
  return orNothing(async () => {
    const need = await inSnapshot(db, (trx) => getNeed(trx, data));
    return { page: 'need', need, follow, isFollowSent };
  });
}

function readReceiptView(db: Db, { id, receipt }: Parameters): Promise<View | null> {
  const { data } = z.object({ id: nominationId, receipt: fileId }).safeParse({ id, receipt });
  if (data === undefined) return Promise.resolve(null);
  return orNothing(async () => {
    const view = await inSnapshot(db, (trx) => getReceipt(trx, data.id, data.receipt));
    return { page: 'receipt', ...view };
  });
}

function whyNeedHidden(db: Db, { id }: Parameters): ReturnType<typeof whyHidden> {
  const { data } = nominationId.safeParse(id);
  return data === undefined ? Promise.resolve(null) : whyHidden(db, data);
}

/** Null instead of a 404. */
async function orNothing<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

function needHead({ id, name, summary, cover }: Need): PageHead {
  // Formats that every service that previews links can read; the list is sorted from narrow to wide.
  const source = cover?.sources.findLast(isJpeg);
  return {
    path: needPath(id),
    title: name,
    description: summary,
    ...(source && cover && { picture: { ...source, text: cover.alternativeText } }),
  };
}

function isJpeg({ mediaType }: PublicPicture['sources'][number]): boolean {
  return mediaType === 'image/jpeg';
}
