import * as contract from '#contract/volunteers/volunteers.ts';
import { serve } from '#server/platform/http/serve.ts';
import { addVolunteer, changeVolunteer, correctVolunteer } from '#server/volunteers/commands.ts';
import * as queries from '#server/volunteers/queries.ts';
import { confirmHours, recordHours, undoHours } from '#server/volunteers/record-hours.ts';
import { sendThanks } from '#server/volunteers/send-thanks.ts';

export const volunteerRoutes = serve(contract, (deps) => {
  const { db, config, mailer, settings } = deps;
  return {
    listVolunteers: ({ actor, input }) => queries.listVolunteers(db, actor, input),
    getVolunteer: ({ actor, input }) => queries.getVolunteer(db, actor, input.id),
    listVolunteerChoices: () => queries.listVolunteerChoices(db),
    addVolunteer: ({ actor, input, idempotencyKey }) =>
      addVolunteer(db, actor, input, idempotencyKey),
    changeVolunteer: ({ actor, input }) => changeVolunteer(db, actor, input),
    correctVolunteer: ({ actor, input }) => correctVolunteer(db, actor, input),
    recordHours: ({ actor, input, idempotencyKey }) =>
      recordHours(db, actor, input, idempotencyKey, settings),
    confirmHours: ({ actor, input }) => confirmHours(db, actor, input),
    undoHours: ({ actor, input }) => undoHours(db, actor, input),
    draftThanks: ({ input }) => queries.draftThanks(db, config, input.id),
    previewThanks: ({ input }) => queries.previewThanks(db, config, input),
    sendThanks: ({ actor, input }) => sendThanks(db, actor, input, mailer),
  };
});
