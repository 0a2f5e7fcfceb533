import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-accounts.ts';
import { findBankAccount } from '#server/banking/bank-accounts/queries.ts';
import { tryMapping } from '#server/banking/csv-mappings/try-mapping.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function csvMappingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.tryCsvMapping, async ({ params, body }) =>
    tryMapping(await findBankAccount(db, params.id), body.sample, body.mapping),
  );
}
