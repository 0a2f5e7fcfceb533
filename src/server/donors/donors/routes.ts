import * as changes from '#contract/donors/donor-changes.ts';
import * as contract from '#contract/donors/donors.ts';
import { agreeToDonorChange } from '#server/donors/donors/agree-to-change.ts';
import type { DonorServices } from '#server/donors/donors/carry-over.ts';
import {
  addNote,
  changeNote,
  removeNote,
  setPostalAddress,
} from '#server/donors/donors/commands.ts';
import { correctDonor } from '#server/donors/donors/correct-donor.ts';
import { joinDonors } from '#server/donors/donors/join-donors.ts';
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
    listDonors: ({ input }) => queries.listDonors(db, settings.current().timeZone, input),
    getDonor: ({ actor, input }) => queries.getDonor(db, actor, input.id),
    correctDonor: ({ actor, input }) => correctDonor(db, actor, input, services),
    setPostalAddress: ({ actor, input }) => setPostalAddress(db, actor, input),
    joinDonors: ({ actor, input }) => joinDonors(db, actor, input, services),
    takeBackDonorChange: ({ actor, input }) => takeBackChange(db, actor, input, services),
    addDonorNote: ({ actor, input, idempotencyKey }) => addNote(db, actor, input, idempotencyKey),
    changeDonorNote: ({ actor, input }) => changeNote(db, actor, input),
    removeDonorNote: ({ actor, input }) => removeNote(db, actor, input),
  };
});

export const donorChangeRoutes = serve(changes, (services: DonorDeps) => {
  const { db } = services;
  return {
    stopDonorChange: async ({ input }) => {
      const { isUndone } = await stopChange(db, input.token, services);
      return {
        message: isUndone
          ? 'The change was stopped. Everything is as it was before, and our team knows.'
          : 'The change was stopped: private links to the other address do nothing. Our team knows, and puts the rest right.',
      };
    },
    agreeToDonorChange: async ({ input }) => {
      await agreeToDonorChange(db, input.token);
      return { message: 'Thank you. Links that we send to the new address work now.' };
    },
  };
});
