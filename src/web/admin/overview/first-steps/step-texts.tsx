import type { ReactNode } from 'react';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import type { FirstStepName } from '#core/overview/first-steps.ts';
import { paths } from '#web/admin/client/paths.ts';
import { siteInfo } from '#web/admin/client/site-info.ts';
import { CheckInstallation } from '#web/admin/operations/installation/check-installation.tsx';
import { withQuery } from '#web/client/paths.ts';

/* What each of the first steps is about, and where it is done. */

interface StepTexts {
  text: ReactNode;
  /** What to write into the configuration, or to run on the server; each can be copied. */
  commands?: string[];
  /** Pages where it is done, or looked at. */
  places?: { to: string; name: string; isDocument?: true }[];
  /** What does it right here. */
  action?: ReactNode;
}

const settings = (group: SettingsGroup) => ({
  to: paths.settingsGroup(group),
  name: 'Open the Settings',
});
/** Lines for the configuration of the server. */
const lines = (...each: string[]) => each.join('\n');

export const stepTexts: Record<FirstStepName, StepTexts> = {
  name: {
    text: 'Your name stands at the top of every page and in every email, with a line about what you do. Set both on the server.',
    commands: [lines('SITE_NAME="Our Charity"', 'SITE_TAGLINE="What we do, in a line"')],
  },
  social: {
    text: 'The icons at the end of every page lead to the front pages of the networks until the server has your addresses. A network that is set to “none” is left out.',
    commands: [
      lines(
        'FACEBOOK_URL=https://www.facebook.com/our-charity',
        'INSTAGRAM_URL=none',
        'X_URL=none',
        'YOUTUBE_URL=none',
      ),
    ],
  },
  currency: {
    text: (
      <>
        Dates are shown in the time zone {siteInfo.timeZone}, which the settings can change, and
        amounts are in {siteInfo.currency}. <strong>The currency cannot change later:</strong> it
        stays as soon as there is a donation. Another one is set on the server before that.
      </>
    ),
    commands: [`CURRENCY=${siteInfo.currency}`],
    places: [settings('site')],
  },
  causes: {
    text: 'Donors and nominators choose one of them, so nobody can donate before you add the first one.',
    places: [{ to: withQuery(paths.admin.causes, { add: 'true' }), name: 'Add a Cause' }],
  },
  receipts: {
    text: 'What has to be on a tax receipt depends on your country. Choose it and fill in your legal name, or mark this as done if you issue no tax receipts.',
    places: [settings('receipts')],
  },
  secondFactor: {
    text: 'Somebody who knows an owner’s password could move money. With a passkey or an authenticator app, the password alone is not enough. Every owner sets it up for themselves.',
    places: [{ to: paths.admin.account, name: 'Set It Up' }],
  },
  secondOwner: {
    text: 'Two owners can help each other if one of them is locked out. As soon as the second one has chosen a password, a second person approves what costs much.',
    places: [{ to: withQuery(paths.admin.users, { add: 'true' }), name: 'Invite an Owner' }],
  },
  teamEmail: {
    text: 'Messages from the site and answers to its emails go to this address, which somebody should read. Real payments take it.',
    commands: ['TEAM_EMAIL=team@example.org'],
  },
  mail: {
    text: 'Until the server has a mail server, emails are only written into its data folder. When it has one, send yourself an email from here: this step is done once the mail server has taken it.',
    commands: [
      lines(
        'SMTP_URL=smtps://user:password@mail.example.org',
        'MAIL_FROM="Our Charity <post@example.org>"',
      ),
    ],
    action: <CheckInstallation />,
  },
  provider: {
    text: 'Until the server has keys of Stripe, donors see a page of this site that charges no card. Begin with the keys of Stripe’s test mode, and let the command say whether a right is missing.',
    commands: [
      lines('STRIPE_SECRET_KEY=sk_test_…', 'STRIPE_WEBHOOK_SECRET=whsec_…'),
      'npm run reconcile -- --check-rights',
    ],
  },
  testDonation: {
    text: 'Donate on your own site as a donor would, with Stripe’s test card 4242 4242 4242 4242. Then look at the thank-you page, at the email, and at the donation here.',
    places: [{ to: paths.donate, name: 'Open the Donation Form', isDocument: true }],
  },
  webhook: {
    text: 'Stripe reports every payment to this address, once you have added it there as an endpoint. The operations guide (docs/operations.md, section 5) lists the events. This step is done once the first report has come.',
    commands: [`${window.location.origin}/api/webhooks/stripe`],
  },
  backupKey: {
    text: 'A backup opens only with its key: whoever loses both the server and the key loses the books. Keep a copy of the file “backup-key” of the data folder in a safe place, and mark this as done. Or make a key on another computer, in a copy of this software, and set what the command prints on the server.',
    commands: [
      'npm ci && npm run backup-key',
      lines('BACKUP_RECIPIENT=age1…', 'BACKUP_SEAL_KEY=…'),
    ],
  },
  bankAccount: {
    text: 'With its statements, every month of the books is compared with the bank. Mark this as done if you will not import statements.',
    places: [{ to: paths.admin.bank, name: 'Open Bank' }],
  },
  checklists: {
    text: 'They say what the team finds out about a nominee before it decides. Change them, or mark this as done if they fit as they are.',
    places: [{ to: paths.admin.checklists, name: 'Open the Checklists' }],
  },
  retention: {
    text: 'Decide after how many months personal data is removed. Mark this as done if nothing is to be removed by itself.',
    places: [settings('retention')],
  },
  legalTexts: {
    text: 'The privacy policy and the terms of service describe what this software does. Have a lawyer in your country read them.',
    places: [
      { to: paths.privacyPolicy, name: 'Read the Privacy Policy', isDocument: true },
      { to: paths.termsOfService, name: 'Read the Terms of Service', isDocument: true },
    ],
  },
  receiptLook: {
    text: 'Look at the sample in the settings, under “Receipts and Tax,” and at the email that thanked you for the test donation. Is everything on them right?',
    places: [settings('receipts')],
  },
  goLive: {
    text:
      siteInfo.payments === 'none' ? (
        <>
          While <code>TAKE_PAYMENTS</code> is “no” on the server, nobody can donate.
        </>
      ) : (
        'Replace the test keys with the live ones; the site then needs an address with https. Test donations leave the books at that moment. Afterwards, let the command look whether everything is right.'
      ),
    commands: [
      lines(
        'PUBLIC_URL=https://www.example.org',
        'STRIPE_SECRET_KEY=sk_live_…',
        'STRIPE_WEBHOOK_SECRET=whsec_…',
      ),
      'npm run doctor -- --mail you@example.org',
    ],
  },
};
