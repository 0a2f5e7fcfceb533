import * as changes from '#contract/donors/donor-changes.ts';
import * as contract from '#contract/donors/donors.ts';
import * as commands from '#server/donors/donors/commands.ts';
import * as queries from '#server/donors/donors/queries.ts';
import { agreeToDonorChange, stopChange, takeBackChange } from '#server/donors/donors/take-back.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

/** What has to follow a donor's address. */
type DonorDeps = Deps & Omit<commands.DonorServices, 'mailer'>;

export const donorRoutes = serve(contract, (services: DonorDeps) => {
  const { db, settings } = services;
  return {
    listDonors: ({ query }) => queries.listDonors(db, settings.current().timeZone, query),
    getDonor: ({ actor, params }) => queries.getDonor(db, actor, params.id),
    correctDonor: ({ actor, params, body }) =>
      commands.correctDonor(db, actor, { ...params, ...body }, services),
    setPostalAddress: ({ actor, params, body }) =>
      commands.setPostalAddress(db, actor, { ...params, ...body }),
    joinDonors: ({ actor, params, body }) =>
      commands.joinDonors(db, actor, { ...params, ...body }, services),
    takeBackDonorChange: ({ actor, params }) => takeBackChange(db, actor, params, services),
    addDonorNote: ({ actor, params, body, idempotencyKey }) =>
      commands.addNote(db, actor, { ...params, ...body }, idempotencyKey),
    changeDonorNote: ({ actor, params, body }) =>
      commands.changeNote(db, actor, { ...params, ...body }),
    removeDonorNote: ({ actor, params }) => commands.removeNote(db, actor, params),
  };
});

export const donorChangeRoutes = serve(changes, (services: DonorDeps) => {
  const { db } = services;
  return {
    stopDonorChange: async ({ body }) => {
      const { isUndone } = await stopChange(db, body.token, services);
      return {
        message: isUndone
          ? 'The change was stopped. Everything is as it was before, and our team knows.'
          : 'The change was stopped: private links to the other address do nothing. Our team knows, and puts the rest right.',
      };
    },
    agreeToDonorChange: async ({ body }) => {
      await agreeToDonorChange(db, body.token);
      return { message: 'Thank you. Links that we send to the new address work now.' };
    },
  };
});
