import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/statements.ts';
import * as commands from '#server/giving/statements/commands.ts';
import { printLinkedStatement, printStatement } from '#server/giving/statements/print-statement.ts';
import * as queries from '#server/giving/statements/queries.ts';
import { userActor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';

export function statementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, boss, settings } = deps;
  bind(app, deps, contract.getDonorStatement, ({ actor, params, query, reply }) =>
    printStatement(db, params.id, query, deps, {
      name: userActor(actor),
      signal: callerSignal(reply),
    }),
  );
  bind(app, deps, contract.listStatementMailings, ({ query }) =>
    queries.listStatementMailings(db, query),
  );
  bind(app, deps, contract.previewStatements, ({ query }) => queries.previewStatements(db, query));
  bind(app, deps, contract.mailStatements, ({ actor, body, idempotencyKey }) =>
    commands.mailStatements(db, boss, actor, body, idempotencyKey, settings),
  );
  bind(app, deps, contract.stopStatementMailing, ({ actor, params }) =>
    commands.stopStatementMailing(db, actor, params.id),
  );
  bind(app, deps, contract.openStatement, ({ body }) => queries.openStatement(db, body.token), {
    callsPerTenMinutes: 60,
  });
  bind(
    app,
    deps,
    contract.getStatementPdf,
    ({ body, reply }) => printLinkedStatement(db, body.token, deps, callerSignal(reply)),
    // Drawing takes a second of the machine.
    { callsPerTenMinutes: 10 },
  );
}
