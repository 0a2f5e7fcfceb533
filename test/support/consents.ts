import type { NominationId } from '#contract/ids.ts';
import { answerConsent, withdrawByNominee } from '#contract/vetting/consent-page.ts';
import { askForConsent } from '#contract/vetting/consents.ts';
import type { TestApp } from '#test/support/app.ts';
import { signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';
import { consentTokenIn } from '#test/support/tracking-link.ts';

/** Switches on or off that nominees have to agree first. */
export function requireConsent(testApp: TestApp, isConsentRequired = true) {
  return changeSettings(testApp, { nominees: { isConsentRequired, otherHelp: '' } });
}

/** Asks a nominee by text message as a newly signed-in administrator; returns the secret of the link. */
export async function askNominee(testApp: TestApp, id: NominationId): Promise<string> {
  const { status, body } = await testApp.call(askForConsent, {
    cookie: await signIn(testApp),
    params: { id },
    body: { channel: 'text', askedAs: 'self' },
  });
  if (status !== 201) throw new Error(`Not asked: ${status}`);
  return consentTokenIn(body.text ?? '');
}

/** An answer that allows everything, to be changed. */
export const fullConsent = {
  answer: 'given' as const,
  showsName: true,
  showsStory: true,
  showsPhotos: true,
  endsOn: '',
  givenBy: 'Maria Lopez',
  relation: 'self' as const,
  relationText: '',
  seen: 0,
};

/** Answers with a link. */
export function answer(testApp: TestApp, token: string, changed: object = {}) {
  return testApp.call(answerConsent, { body: { token, ...fullConsent, ...changed } });
}

/** Takes the consent back with a link. */
export function withdraw(testApp: TestApp, token: string) {
  return testApp.call(withdrawByNominee, { body: { token } });
}

/** Asks a nominee, who agrees to everything or to what is changed; returns the secret of the link. */
export async function aConsent(
  testApp: TestApp,
  id: NominationId,
  changed: object = {},
): Promise<string> {
  const token = await askNominee(testApp, id);
  const { status } = await answer(testApp, token, changed);
  if (status !== 200) throw new Error(`Not answered: ${status}`);
  return token;
}
