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
    confirmIdentity: ({ session, body }) =>
      commands.confirmIdentity(db, session, body.passwordOrCode, vault, mailer),
    startPasskeyConfirmation: ({ actor }) => startConfirmation(db, config, actor),
    confirmWithPasskey: ({ session, body }) =>
      commands.confirmWithPasskey(db, session, body.passkey, vault, mailer),
    changePassword: async ({ session, actor, body, request, reply }) => {
      await commands.changePassword(db, session, body, vault, mailer);
      await rememberBrowser(db, config, request, reply, actor.id);
      return { message: 'Your password was changed. Your other browsers were signed out.' };
    },
    startSecondFactor: ({ session }) =>
      secondFactor.startSecondFactor(db, session, vault, config.site.name),
    turnOnSecondFactor: async ({ session, actor, body, request, reply }) => {
      const codes = await secondFactor.turnOnSecondFactor(db, session, body.code, vault, mailer);
      await rememberBrowser(db, config, request, reply, actor.id);
      return codes;
    },
    turnOffSecondFactor: ({ session }) => secondFactor.turnOffSecondFactor(db, session, mailer),
    renewRecoveryCodes: ({ session }) => secondFactor.renewRecoveryCodes(db, session, mailer),
    startPasskey: ({ actor }) => startCreation(db, config, actor),
    addPasskey: async ({ session, actor, body, request, reply }) => {
      const added = await passkeys.addPasskey(db, session, body, mailer);
      // The first one has made all browsers strangers.
      await rememberBrowser(db, config, request, reply, actor.id);
      return added;
    },
    renamePasskey: ({ session, params, body }) =>
      passkeys.renamePasskey(db, session, { ...params, ...body }),
    removePasskey: ({ session, params }) => passkeys.removePasskey(db, session, params.id, mailer),
    endOneSession: ({ actor, params }) => commands.endOneSession(db, actor, params.id),
    signOutEverywhere: async ({ actor, request, reply }) => {
      await commands.signOutEverywhere(db, actor);
      await endSession(db, config, request, reply);
    },
  };
});
