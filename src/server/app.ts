import { randomUUID } from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { bankAccountRoutes } from '#server/banking/bank-accounts/routes.ts';
import { bankStatementRoutes } from '#server/banking/bank-statements/routes.ts';
import { csvMappingRoutes } from '#server/banking/csv-mappings/routes.ts';
import { bankMatchRoutes } from '#server/banking/matches/routes.ts';
import { bankMonthRoutes } from '#server/banking/months/routes.ts';
import { donorChangeRoutes, donorRoutes } from '#server/donors/donors/routes.ts';
import { explainBriefly } from '#server/explain.ts';
import { exportFileRoute, exportRoutes } from '#server/exports/routes.ts';
import { bankTransferRoutes } from '#server/giving/announced-transfers/routes.ts';
import { commentRoutes } from '#server/giving/comments/routes.ts';
import { dedicationRoutes } from '#server/giving/dedications/routes.ts';
import { depositRoutes } from '#server/giving/deposits/routes.ts';
import { donationRoutes } from '#server/giving/donations/routes.ts';
import { expectedDonationRoutes } from '#server/giving/expected-donations/routes.ts';
import { inKindRoutes } from '#server/giving/in-kind/routes.ts';
import { importRoutes } from '#server/imports/routes.ts';
import { alertRoutes } from '#server/operations/alerts/routes.ts';
import { auditRoutes } from '#server/operations/audit-trail/routes.ts';
import { sealKeyOf } from '#server/operations/backup/backup-key.ts';
import { healthRoutes } from '#server/operations/health/routes.ts';
import { installationRoutes } from '#server/operations/installation/routes.ts';
import { operationRoutes } from '#server/operations/metrics/routes.ts';
import { mailRoutes } from '#server/operations/outbox/routes.ts';
import { settingsRoutes } from '#server/operations/settings/routes.ts';
import { testDonationRoutes } from '#server/operations/test-donations/routes.ts';
import { dashboardRoutes } from '#server/overview/dashboard/routes.ts';
import { deskRoutes } from '#server/overview/desk/routes.ts';
import { moneyMonthRoutes } from '#server/overview/money-months/routes.ts';
import { failedPaymentRoutes } from '#server/payments/failed-payments/routes.ts';
import { paymentRoutes } from '#server/payments/payments/routes.ts';
import { refundRoutes } from '#server/payments/refunds/routes.ts';
import { accessReviewRoutes } from '#server/people/access-review/routes.ts';
import { accountRoutes } from '#server/people/account/routes.ts';
import { addressRoutes } from '#server/people/addresses/routes.ts';
import { createApprovals } from '#server/people/approvals/approvals.ts';
import { approvalRoutes } from '#server/people/approvals/routes.ts';
import { openProvider } from '#server/people/identity-provider/client.ts';
import { providerReturnRoute, providerRoutes } from '#server/people/identity-provider/routes.ts';
import { objectionRoutes } from '#server/people/objections/routes.ts';
import { authRoutes } from '#server/people/sign-in/routes.ts';
import { findSession, mayMoveUnproven } from '#server/people/sign-in/sessions.ts';
import { userRoutes } from '#server/people/users/routes.ts';
import { planAdoptionRoutes } from '#server/plans/plan-adoptions/routes.ts';
import { planMoveRoutes } from '#server/plans/plan-moves/routes.ts';
import { planRoutes } from '#server/plans/plans/routes.ts';
import type { Session } from '#server/platform/actor.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import type { Deps } from '#server/platform/deps.ts';
import { registerApiReference } from '#server/platform/http/api-reference.ts';
import { closeInOrder } from '#server/platform/http/close-in-order.ts';
import { registerErrorHandler } from '#server/platform/http/error-handler.ts';
import { refuseForeignOrigins } from '#server/platform/http/own-origin.ts';
import {
  refuseAddress,
  refuseConnection,
  registerSecurityHeaders,
} from '#server/platform/http/security-headers.ts';
import { trustedProxies } from '#server/platform/security/network.ts';
import { archiveRoute, privacyRoutes } from '#server/privacy/routes.ts';
import { operationsMoneyRoutes } from '#server/provider/card-costs/routes.ts';
import type { WithPayments } from '#server/provider/payment-provider/provider.ts';
import { contactRoutes } from '#server/publishing/contact/routes.ts';
import { securityTxtRoute } from '#server/publishing/contact/security-txt.ts';
import { donationPageRoutes } from '#server/publishing/donation-page/routes.ts';
import { donorMailingRoutes } from '#server/publishing/donor-mailings/routes.ts';
import { donorPageRoutes } from '#server/publishing/donor-page/routes.ts';
import { fileContentRoutes, fileRoutes } from '#server/publishing/files/routes.ts';
import { impactRoutes } from '#server/publishing/impact/routes.ts';
import { needRoutes } from '#server/publishing/needs/routes.ts';
import { paperContentRoutes, paperRoutes } from '#server/publishing/paper-uploads/routes.ts';
import { publicPageRoutes } from '#server/publishing/public-pages/routes.ts';
import {
  moveSubscription,
  moveSubscriptionBack,
} from '#server/publishing/subscriptions/commands.ts';
import { oneClickRoutes, subscriptionRoutes } from '#server/publishing/subscriptions/routes.ts';
import { updateRoutes } from '#server/publishing/updates/routes.ts';
import { uploadRoutes } from '#server/publishing/uploads/routes.ts';
import { giftAidRoutes } from '#server/receipts/gift-aid/routes.ts';
import { statementRoutes } from '#server/receipts/statements/routes.ts';
import { receiptRoutes } from '#server/receipts/tax-receipts/routes.ts';
import { previewRoutes } from '#server/site/preview.ts';
import { allocationRoutes } from '#server/spending/allocations/routes.ts';
import { expenseRoutes } from '#server/spending/expenses/routes.ts';
import { proofRoutes } from '#server/spending/missing-proof/routes.ts';
import { appealRoutes } from '#server/vetting/appeals/routes.ts';
import { causeRoutes } from '#server/vetting/causes/routes.ts';
import { checklistRoutes } from '#server/vetting/checklists/routes.ts';
import { consentPageRoutes } from '#server/vetting/consent-page/routes.ts';
import { consentRoutes } from '#server/vetting/consents/routes.ts';
import { nominationRoutes } from '#server/vetting/nominations/routes.ts';
import { nominationNoteRoutes } from '#server/vetting/notes/routes.ts';
import { questionRoutes } from '#server/vetting/questions/routes.ts';
import { reviewRoutes } from '#server/vetting/reviews/routes.ts';
import { trackingPageRoutes } from '#server/vetting/tracking-page/routes.ts';
import { volunteerRoutes } from '#server/volunteers/routes.ts';
import { queues } from '#server/workers.ts';

/* Every route, and what the application is built from. */

/** What the application is built from. */
export type AppDeps = Omit<Deps, 'findSession' | 'mayMoveUnproven' | 'approvals'> & WithPayments;

// The largest form holds about 7 kB of text, and several times that when every letter is escaped.
const bodyLimit = 64 * 1024;

/** What browsers and programs of the charity call. */
const features = [
  healthRoutes,
  authRoutes,
  accountRoutes,
  providerRoutes,
  addressRoutes,
  causeRoutes,
  donationRoutes,
  dedicationRoutes,
  expectedDonationRoutes,
  commentRoutes,
  donorRoutes,
  donorChangeRoutes,
  receiptRoutes,
  giftAidRoutes,
  statementRoutes,
  volunteerRoutes,
  nominationRoutes,
  questionRoutes,
  checklistRoutes,
  reviewRoutes,
  nominationNoteRoutes,
  trackingPageRoutes,
  failedPaymentRoutes,
  appealRoutes,
  consentRoutes,
  consentPageRoutes,
  refundRoutes,
  depositRoutes,
  bankTransferRoutes,
  operationsMoneyRoutes,
  inKindRoutes,
  planRoutes,
  planMoveRoutes,
  planAdoptionRoutes,
  allocationRoutes,
  userRoutes,
  accessReviewRoutes,
  approvalRoutes,
  objectionRoutes,
  contactRoutes,
  dashboardRoutes,
  deskRoutes,
  moneyMonthRoutes,
  alertRoutes,
  auditRoutes,
  exportRoutes,
  exportFileRoute,
  importRoutes,
  privacyRoutes,
  archiveRoute,
  mailRoutes,
  installationRoutes,
  settingsRoutes,
  testDonationRoutes,
  fileRoutes,
  fileContentRoutes,
  uploadRoutes,
  paperRoutes,
  paperContentRoutes,
  expenseRoutes,
  bankAccountRoutes,
  csvMappingRoutes,
  bankMatchRoutes,
  bankMonthRoutes,
  bankStatementRoutes,
  publicPageRoutes,
  previewRoutes,
  proofRoutes,
  impactRoutes,
  needRoutes,
  donationPageRoutes,
  donorPageRoutes,
  donorMailingRoutes,
  updateRoutes,
  subscriptionRoutes,
];

/** The whole HTTP API. Every feature is registered here. */
export async function buildApp(
  parts: AppDeps,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const approvals = createApprovals(parts.db, parts.mailer);
  const deps = {
    ...parts,
    approvals,
    provider: openProvider(parts.config),
    sealKey: () => sealKeyOf(parts.config),
    queues,
    explain: explainBriefly,
    moveSubscription,
    moveSubscriptionBack,
    findSession: (request: FastifyRequest) =>
      findSession(parts.db, parts.config, parts.settings, request),
    mayMoveUnproven: (session: Session, cents: number) =>
      mayMoveUnproven(parts.db, session, cents, parts.config.confirmAboveCents),
  };
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    bodyLimit,
    trustProxy: deps.config.trustProxy.length > 0 && trustedProxies(deps.config.trustProxy),
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    frameworkErrors: refuseAddress(deps.config),
    clientErrorHandler: refuseConnection(deps.config),
    // During shutdown, requests that still arrive are handled like all others.
    return503OnClosing: false,
    // We log each response ourselves, without the address.
    logController: new LogController({ disableRequestLogging: true }),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('session', null);
  app.decorate('drawPreview', null);
  const isClosing = closeInOrder(app, deps.config.drainSeconds);
  // Only JSON: a form on another site cannot send it without a preflight request.
  app.removeContentTypeParser('text/plain');
  // A client that sends the content type of a missing body (DELETE) does no harm; where a body is required, the
  // contract says so.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, String(body), done);
  });
  registerErrorHandler(app, async () => (await compareMigrations(parts.db)) === 'newer');
  registerSecurityHeaders(app, deps.config);
  // Responses only: nobody sends us compressed requests, and a signature covers the bytes as they were sent.
  await app.register(fastifyCompress, { globalDecompression: false });
  await app.register(fastifyCookie);
  app.addHook('onSend', async (request, reply) => {
    // Responses of the API are about this moment, and often about a person. A refusal, such as of a file that an upgrade
    // is about to bring, may be over with the next call.
    const isRefusal = reply.statusCode >= 400 && !reply.hasHeader('cache-control');
    if (isRefusal || request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern instead of the address, which could contain search words or the secret of a link.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  await registerApiReference(app);

  operationRoutes(app, deps);
  securityTxtRoute(app, deps.config);
  await paymentRoutes(app, deps);
  await oneClickRoutes(app, deps);
  providerReturnRoute(app, deps);
  await app.register(async (api) => {
    refuseForeignOrigins(api, deps.config.publicUrl);
    for (const register of features) register(api, { ...deps, isClosing });
  });
  return app;
}
