import * as contract from '#contract/vetting/nomination-notes.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/notes/commands.ts';
import { listNotes } from '#server/vetting/notes/queries.ts';

export const nominationNoteRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listNominationNotes: ({ actor, params }) => listNotes(db, actor, params.id),
    addNominationNote: ({ actor, params, body, idempotencyKey }) =>
      commands.addNominationNote(db, actor, { ...params, ...body }, mailer, idempotencyKey),
    changeNominationNote: ({ actor, params, body }) =>
      commands.changeNominationNote(db, actor, { ...params, ...body }, mailer),
    removeNominationNote: ({ actor, params }) => commands.removeNominationNote(db, actor, params),
  };
});
