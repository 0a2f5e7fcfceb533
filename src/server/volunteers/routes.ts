import * as contract from '#contract/volunteers/volunteers.ts';
import { serve } from '#server/platform/http/serve.ts';
import { addVolunteer, changeVolunteer, correctVolunteer } from '#server/volunteers/commands.ts';
import * as queries from '#server/volunteers/queries.ts';
import { confirmHours, recordHours, undoHours } from '#server/volunteers/record-hours.ts';
import { sendThanks } from '#server/volunteers/send-thanks.ts';

export const volunteerRoutes = serve(contract, (deps) => {
  const { db, config, mailer, settings } = deps;
  return {
    listVolunteers: ({ actor, query }) => queries.listVolunteers(db, actor, query),
    getVolunteer: ({ actor, params }) => queries.getVolunteer(db, actor, params.id),
    listVolunteerChoices: () => queries.listVolunteerChoices(db),
    addVolunteer: ({ actor, body, idempotencyKey }) =>
      addVolunteer(db, actor, body, idempotencyKey),
    changeVolunteer: ({ actor, params, body }) =>
      changeVolunteer(db, actor, { ...params, ...body }),
    correctVolunteer: ({ actor, params, body }) =>
      correctVolunteer(db, actor, { ...params, ...body }),
    recordHours: ({ actor, params, body, idempotencyKey }) =>
      recordHours(db, actor, { ...params, ...body }, idempotencyKey, settings),
    confirmHours: ({ actor, params }) => confirmHours(db, actor, params),
    undoHours: ({ actor, params, body }) => undoHours(db, actor, { ...params, ...body }),
    draftThanks: ({ params }) => queries.draftThanks(db, config, params.id),
    previewThanks: ({ params, body }) => queries.previewThanks(db, config, { ...params, ...body }),
    sendThanks: ({ actor, params, body }) => sendThanks(db, actor, { ...params, ...body }, mailer),
  };
});
