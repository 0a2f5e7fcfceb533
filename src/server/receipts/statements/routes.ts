import * as contract from '#contract/receipts/statements.ts';
import { userActor } from '#server/platform/actor.ts';
import { callerSignal } from '#server/platform/http/caller-signal.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/receipts/statements/commands.ts';
import {
  printLinkedStatement,
  printStatement,
} from '#server/receipts/statements/print-statement.ts';
import * as queries from '#server/receipts/statements/queries.ts';

export const statementRoutes = serve(contract, (deps) => {
  const { db, boss, settings } = deps;
  return {
    getDonorStatement: ({ actor, params, query, reply }) =>
      printStatement(db, params.id, query, deps, {
        name: userActor(actor),
        signal: callerSignal(reply),
      }),
    listStatementMailings: ({ query }) => queries.listStatementMailings(db, query),
    previewStatements: ({ query }) => queries.previewStatements(db, query),
    mailStatements: ({ actor, body, idempotencyKey }) =>
      commands.mailStatements(db, boss, actor, body, idempotencyKey, settings),
    stopStatementMailing: ({ actor, params }) =>
      commands.stopStatementMailing(db, actor, params.id),
    openStatement: ({ body }) => queries.openStatement(db, body.token),
    getStatementPdf: ({ body, reply }) =>
      printLinkedStatement(db, body.token, deps, callerSignal(reply)),
  };
});
