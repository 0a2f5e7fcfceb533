import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/people/passkeys.ts';
import { BrowserError } from '#web/admin/client/browser-error.ts';

/** Asks the browser to make a passkey; a {@link BrowserError} mostly means that somebody closed its dialog. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await load();
  const made = await startRegistration({ optionsJSON: creation }).catch((cause) => {
    throw new BrowserError(
      cause?.name === 'InvalidStateError'
        ? 'This device has a passkey for your account already.'
        : 'No passkey was made. You can try again.',
      { cause },
    );
  });
  return made as NewPasskey;
}

/** Asks the browser to have a passkey sign. */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await load();
  const signed = await startAuthentication({ optionsJSON: request }).catch((cause) => {
    throw new BrowserError('No passkey was used. You can try again.', { cause });
  });
  return signed as PasskeyAnswer;
}

/** Loaded when somebody presses a button about passkeys. */
function load() {
  return import('@simplewebauthn/browser');
}
