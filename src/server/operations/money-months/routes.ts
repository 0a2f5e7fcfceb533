import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/money-months.ts';
import { listMoneyMonths } from '#server/operations/money-months/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function moneyMonthRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, contract.listMoneyMonths, ({ query }) =>
    listMoneyMonths(deps.db, deps.settings.current().timeZone, query.span),
  );
}
