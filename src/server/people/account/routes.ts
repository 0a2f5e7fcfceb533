import * as contract from '#contract/people/account.ts';
import * as commands from '#server/people/account/commands.ts';
import * as passkeys from '#server/people/account/passkeys.ts';
import { getAccount } from '#server/people/account/queries.ts';
import * as secondFactor from '#server/people/account/second-factor.ts';
import { rememberBrowser } from '#server/people/sign-in/known-browsers.ts';
import { startConfirmation, startCreation } from '#server/people/sign-in/passkeys.ts';
import { endSession } from '#server/people/sign-in/sessions.ts';
import { serve } from '#server/platform/http/serve.ts';

export const accountRoutes = serve(contract, (deps) => {
  const { db, config, mailer, vault } = deps;
  return {
    getAccount: ({ session }) => getAccount(db, config, session),
    confirmIdentity: ({ session, input }) =>
      commands.confirmIdentity(db, session, input.passwordOrCode, vault, mailer),
    startPasskeyConfirmation: ({ actor }) => startConfirmation(db, config, actor),
    confirmWithPasskey: ({ session, input }) =>
      commands.confirmWithPasskey(db, session, input.passkey, vault, mailer),
    changePassword: async ({ session, actor, input, request, reply }) => {
      await commands.changePassword(db, session, input, vault, mailer);
      await rememberBrowser(db, config, request, reply, actor.id);
      return { message: 'Your password was changed. Your other browsers were signed out.' };
    },
    startSecondFactor: ({ session }) =>
      secondFactor.startSecondFactor(db, session, vault, config.site.name),
    turnOnSecondFactor: async ({ session, actor, input, request, reply }) => {
      const codes = await secondFactor.turnOnSecondFactor(db, session, input.code, vault, mailer);
      await rememberBrowser(db, config, request, reply, actor.id);
      return codes;
    },
    turnOffSecondFactor: ({ session }) => secondFactor.turnOffSecondFactor(db, session, mailer),
    renewRecoveryCodes: ({ session }) => secondFactor.renewRecoveryCodes(db, session, mailer),
    startPasskey: ({ actor }) => startCreation(db, config, actor),
    addPasskey: async ({ session, actor, input, request, reply }) => {
      const added = await passkeys.addPasskey(db, session, input, mailer);
      // The first one has made all browsers strangers.
      await rememberBrowser(db, config, request, reply, actor.id);
      return added;
    },
    renamePasskey: ({ session, input }) => passkeys.renamePasskey(db, session, input),
    removePasskey: ({ session, input }) => passkeys.removePasskey(db, session, input.id, mailer),
    endOneSession: ({ actor, input }) => commands.endOneSession(db, actor, input.id),
    signOutEverywhere: async ({ actor, request, reply }) => {
      await commands.signOutEverywhere(db, actor);
      await endSession(db, config, request, reply);
    },
  };
});
