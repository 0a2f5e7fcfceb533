import * as contract from '#contract/volunteers/volunteers.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/volunteers/commands.ts';
import * as queries from '#server/volunteers/queries.ts';

export const volunteerRoutes = serve(contract, (deps) => {
  const { db, config, mailer, settings } = deps;
  return {
    listVolunteers: ({ actor, query }) => queries.listVolunteers(db, actor, query),
    getVolunteer: ({ actor, params }) => queries.getVolunteer(db, actor, params.id),
    listVolunteerChoices: () => queries.listVolunteerChoices(db),
    addVolunteer: ({ actor, body, idempotencyKey }) =>
      commands.addVolunteer(db, actor, body, idempotencyKey),
    changeVolunteer: ({ actor, params, body }) =>
      commands.changeVolunteer(db, actor, { ...params, ...body }),
    correctVolunteer: ({ actor, params, body }) =>
      commands.correctVolunteer(db, actor, { ...params, ...body }),
    recordHours: ({ actor, params, body, idempotencyKey }) =>
      commands.recordHours(db, actor, { ...params, ...body }, idempotencyKey, settings),
    confirmHours: ({ actor, params }) => commands.confirmHours(db, actor, params),
    undoHours: ({ actor, params, body }) => commands.undoHours(db, actor, { ...params, ...body }),
    draftThanks: ({ params }) => queries.draftThanks(db, config, params.id),
    previewThanks: ({ params, body }) => queries.previewThanks(db, config, { ...params, ...body }),
    sendThanks: ({ actor, params, body }) =>
      commands.sendThanks(db, actor, { ...params, ...body }, mailer),
  };
});
