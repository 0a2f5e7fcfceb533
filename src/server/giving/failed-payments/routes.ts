import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/failed-payments.ts';
import {
  countUnfinishedPayments,
  listFailedPayments,
} from '#server/giving/failed-payments/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function failedPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listFailedPayments, ({ query }) => listFailedPayments(deps.db, query));
  bind(app, deps, contract.countUnfinishedPayments, () => countUnfinishedPayments(deps.db));
}
