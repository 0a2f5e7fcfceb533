import * as contract from '#contract/vetting/nomination-notes.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/notes/commands.ts';
import { listNotes } from '#server/vetting/notes/queries.ts';

export const nominationNoteRoutes = serve(contract, (deps) => {
  const { db, mailer } = deps;
  return {
    listNominationNotes: ({ actor, input }) => listNotes(db, actor, input.id),
    addNominationNote: ({ actor, input, idempotencyKey }) =>
      commands.addNominationNote(db, actor, input, mailer, idempotencyKey),
    changeNominationNote: ({ actor, input }) =>
      commands.changeNominationNote(db, actor, input, mailer),
    removeNominationNote: ({ actor, input }) => commands.removeNominationNote(db, actor, input),
  };
});
