import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/nomination-notes.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/notes/commands.ts';
import { listNotes } from '#server/vetting/notes/queries.ts';

export function nominationNoteRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.listNominationNotes, ({ actor, params }) =>
    listNotes(db, actor, params.id),
  );
  bind(app, deps, contract.addNominationNote, ({ actor, params, body, idempotencyKey }) =>
    commands.addNominationNote(db, actor, { ...params, ...body }, mailer, idempotencyKey),
  );
  bind(app, deps, contract.changeNominationNote, ({ actor, params, body }) =>
    commands.changeNominationNote(db, actor, { ...params, ...body }, mailer),
  );
  bind(app, deps, contract.removeNominationNote, ({ actor, params }) =>
    commands.removeNominationNote(db, actor, params),
  );
}
