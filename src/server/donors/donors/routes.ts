import * as changes from '#contract/donors/donor-changes.ts';
import * as contract from '#contract/donors/donors.ts';
import { agreeToDonorChange } from '#server/donors/donors/agree-to-change.ts';
import {
  addNote,
  changeNote,
  removeNote,
  setPostalAddress,
} from '#server/donors/donors/commands.ts';
import { correctDonor } from '#server/donors/donors/correct-donor.ts';
import { joinDonors } from '#server/donors/donors/join-donors.ts';
import type { DonorServices } from '#server/donors/donors/move-address.ts';
import * as queries from '#server/donors/donors/queries.ts';
import { stopChange } from '#server/donors/donors/stop-change.ts';
import { takeBackChange } from '#server/donors/donors/take-back-change.ts';
import type { Deps } from '#server/platform/deps.ts';
import { serve } from '#server/platform/http/serve.ts';

/** What has to follow a donor's address. */
type DonorDeps = Deps & Omit<DonorServices, 'mailer'>;

export const donorRoutes = serve(contract, (services: DonorDeps) => {
  const { db, settings } = services;
  return {
    listDonors: ({ query }) => queries.listDonors(db, settings.current().timeZone, query),
    getDonor: ({ actor, params }) => queries.getDonor(db, actor, params.id),
    correctDonor: ({ actor, params, body }) =>
      correctDonor(db, actor, { ...params, ...body }, services),
    setPostalAddress: ({ actor, params, body }) =>
      setPostalAddress(db, actor, { ...params, ...body }),
    joinDonors: ({ actor, params, body }) =>
      joinDonors(db, actor, { ...params, ...body }, services),
    takeBackDonorChange: ({ actor, params }) => takeBackChange(db, actor, params, services),
    addDonorNote: ({ actor, params, body, idempotencyKey }) =>
      addNote(db, actor, { ...params, ...body }, idempotencyKey),
    changeDonorNote: ({ actor, params, body }) => changeNote(db, actor, { ...params, ...body }),
    removeDonorNote: ({ actor, params }) => removeNote(db, actor, params),
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
