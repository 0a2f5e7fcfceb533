import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-accounts.ts';
import * as commands from '#server/banking/bank-accounts/commands.ts';
import { addingApproval, changingApproval } from '#server/banking/bank-accounts/four-eyes.ts';
import * as queries from '#server/banking/bank-accounts/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function bankAccountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listBankAccounts, () => queries.listBankAccounts(db));
  bind(
    app,
    deps,
    contract.addBankAccount,
    ({ actor, body, idempotencyKey }) => commands.addBankAccount(db, actor, body, idempotencyKey),
    { approval: addingApproval(db, settings) },
  );
  bind(
    app,
    deps,
    contract.changeBankAccount,
    ({ actor, params, body }) => commands.changeBankAccount(db, actor, { ...body, id: params.id }),
    { approval: changingApproval(db, settings) },
  );
}
