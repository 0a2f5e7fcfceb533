import type { NominationFacts } from '#contract/vetting/corrections.ts';
import type { Config } from '#server/platform/config.ts';
import { button, compose, facts, type Message } from '#server/platform/mail/compose.ts';
import { keepToYourself } from '#server/vetting/tracking-links/emails.ts';

/** What of a nomination its tracking page shows, in words. */
const shown: { [Name in keyof NominationFacts]?: string } = {
  nominee: 'the name of the nominee',
  neededAmount: 'how much is needed',
  urgency: 'how soon it is needed',
};

/** What of this the nominator sees, in words: empty if a correction is nothing that they would notice. */
export function seenByNominator(changed: readonly (keyof NominationFacts)[]): string[] {
  return changed.flatMap((name) => shown[name] ?? []);
}

/** Tells the nominator what was corrected. Nobody has confirmed the address, so it quotes nothing that was typed. */
export function nominationCorrected(
  config: Config,
  nomination: { email: string; reference: string; cause: string; seen: string[]; url: string },
): Message {
  const { email, reference, cause, seen, url } = nomination;
  return compose(config, {
    to: email,
    urgency: 'form',
    subject: `We corrected your nomination ${reference}`,
    blocks: [
      'Hello,',
      `Our team has corrected ${new Intl.ListFormat('en-US').format(seen)} in your nomination. The description stays in your own words. See what it says now, and write to us if that is wrong.`,
      facts([
        ['Cause', cause],
        ['Reference', reference],
      ]),
      button('See your nomination', url),
      keepToYourself,
    ],
  });
}
