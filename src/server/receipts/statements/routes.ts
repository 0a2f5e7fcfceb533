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
    getDonorStatement: ({ actor, input: { id, ...period }, reply }) =>
      printStatement(db, id, period, deps, {
        name: userActor(actor),
        signal: callerSignal(reply),
      }),
    listStatementMailings: ({ input }) => queries.listStatementMailings(db, input),
    previewStatements: ({ input }) => queries.previewStatements(db, input),
    mailStatements: ({ actor, input, idempotencyKey }) =>
      commands.mailStatements(db, boss, actor, input, idempotencyKey, settings),
    stopStatementMailing: ({ actor, input }) => commands.stopStatementMailing(db, actor, input.id),
    openStatement: ({ input }) => queries.openStatement(db, input.token),
    getStatementPdf: ({ input, reply }) =>
      printLinkedStatement(db, input.token, deps, callerSignal(reply)),
  };
});
