import { Fragment } from 'react';
import type { Settings } from '#contract/operations/settings.ts';
import type { SiteInfo } from '#contract/site.ts';
import { checkoutDays } from '#core/giving/checkout-days.ts';
import { describePeriod, type RetentionRule } from '#core/privacy/retention.ts';
import { storedData } from '#core/privacy/stored-data.ts';
import { paths } from '#web/client/paths.ts';
import { LegalPage } from '#web/site/legal/legal-page.tsx';

/** Says what this software does with personal data. What is stored and shown stands in `storedData`. */
export function PrivacyPolicyPage({
  site,
  retention,
}: {
  site: SiteInfo;
  retention: Settings['retention'];
}) {
  const { name, payments, sendsAlerts, signInProvider } = site;
  return (
    <LegalPage
      hasContents
      title="Privacy Policy"
      lead="We ask only for what we need to pass on donations and to account for them."
    >
      <p>
        “We” are {name}, the charity that runs this website. This page explains what we store about
        you, why, for how long, and what you can ask us to do.
      </p>

      <WhatIsStored />

      <h2>Who sees it</h2>
      <ul>
        <li>
          <strong>Our team</strong>, a few people who sign in. Each of them sees what their work
          takes, as <a href={paths.howWeWork}>How We Work</a> says.
        </li>
        <li>
          <strong>Everybody</strong>, on the public pages of this site: of donors, the first name
          and the words of those who want to <a href="#comment">say something in public</a>; of
          nominators, nothing; of <a href="#nominee">nominees</a>, what we wrote for the public,
          within what they allowed if they were asked.
        </li>
        {payments === 'stripe' && (
          <li>
            <strong>Stripe</strong>, which takes the payment on its own page. It gets the amount,
            the cause, and your email address from us, and your card details from you. Your card
            number never reaches us.
          </li>
        )}
        <li>
          <strong>The providers of our server and our email</strong>, as far as their work requires
          it.
        </li>
        {sendsAlerts && (
          <li>
            <strong>
              The provider of the program that shows our team the warnings of this site
            </strong>
            , such as a chat program. A warning can have the number of a payment or an amount, and
            can name somebody.
          </li>
        )}
        {signInProvider !== null && (
          <li>
            <strong>{signInProvider}</strong>, with which our team can sign in. It learns when one
            of us signs in, and nothing about anybody else.
          </li>
        )}
      </ul>
      <p>
        We do not sell or rent personal data. This site has no advertising, no analytics, and no
        tracking, and its pages load nothing from other companies. You leave it only when you follow
        a link, for example to the payment page.
      </p>

      <Cookies />
      <HowLong retention={retention} />

      <h2>Your rights</h2>
      <p>
        You may ask what we store about you, get a copy of it, have it corrected, have it deleted
        unless our financial records depend on it, or object to what we do with it. Write to us
        through <a href={paths.contact}>Contact Us</a>. We respond to data requests within one
        month. If you are not satisfied with our response, you can contact the data protection
        authority where you live.
      </p>
      <h3>If you ask for a copy</h3>
      <p>
        You get one file with everything that we store about you: a page to read, the same for
        programs, and the files that you sent. It includes what our team noted about you. If you
        were nominated, it does not say who nominated you.
      </p>
      <h3>If you ask to be erased</h3>
      <ul>
        <li>
          Your name, addresses, phone number, zip code, messages, offers of your time, answers, and
          files are erased, and so are our notes about you, the records of our emails to you, your
          subscriptions, and every private link. Emails to you that wait are not sent.
        </li>
        <li>
          Amounts, dates, causes, and the ledger stay, with the number of each payment. They no
          longer say whose they were. We cannot erase you while a bank or the payment provider still
          decides about one of your payments.
        </li>
        <li>
          Copies of receipts for taxes that we issued to you stay as they are, with your name,
          because tax law requires us to keep them.
        </li>
        <li>
          If you nominated somebody whom we did not help, what you told us about them goes, too. If
          we helped, their name stays in our accounts, and what is public about it stays public.
        </li>
        <li>
          Old backups still contain you. The daily backups are deleted after at most five weeks, or
          later if nights pass without a new one. Those that somebody makes by hand or before an
          upgrade, and copies elsewhere, are deleted by the person who runs the server. If we have
          to use a backup, you are erased again before anything else happens.
        </li>
        <li>
          Whoever took a payment of yours for us, such as a payment provider, keeps its own records
          of it, for which it is responsible itself.
        </li>
      </ul>
      <p>
        Our records of who did what on this site stay, without your name. They also say who on our
        team has looked at your contact data.
      </p>

      <h2>Children</h2>
      <p>
        This site is not meant for children. We do not knowingly collect personal information from
        children under 13. If you believe that a child has sent us such information, please tell us,
        and we will delete it. If you nominate a child, give your own contact details, not the
        child’s.
      </p>

      <h2>How we protect it</h2>
      <p>
        We store passwords only in a form that cannot be reversed, and sign-ins expire
        automatically. Each movement of money is recorded in a ledger, and nothing on this site, for
        our team or anyone else, can change or delete an entry. The entries of each donation are
        linked by checksums, and they are checked every hour, so that a change made behind this
        site’s back stands out. Someone with full control of our database could rewrite the entries
        and all of their checksums.
      </p>

      <h2>Changes, and how to reach us</h2>
      <p>
        When we change what we do with your data, we update this page. If you have questions about
        it, please write to us: <a href={paths.contact}>Contact Us</a>.
      </p>
    </LegalPage>
  );
}

function WhatIsStored() {
  return (
    <>
      <h2>What we store and show, and why</h2>
      {Object.entries(storedData).map(([part, { title, text }]) => (
        <Fragment key={part}>
          <h3 id={part}>{title}</h3>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Fragment>
      ))}
    </>
  );
}

function Cookies() {
  return (
    <>
      <h2>Cookies and your browser’s storage</h2>
      <p>This site uses only these cookies:</p>
      <dl>
        <dt>The sign-in cookie</dt>
        <dd>
          Set only when an administrator logs in. It ends at logout, after an hour without use, or
          after a day.
        </dd>
        <dt>The known-browser cookie</dt>
        <dd>
          Set only when an administrator logs in or chooses a new password. For 90 days after the
          last time, it lets them log in with this browser while somebody else tries to guess their
          password. It signs nobody in.
        </dd>
        <dt>The cookie of a sign-in service</dt>
        <dd>
          Set only while an administrator logs in with another service, if this site offers that. It
          ends after 15 minutes.
        </dd>
        <dt>The cookie-consent cookie</dt>
        <dd>Remembers for a year that you have read the notice about cookies.</dd>
        <dt>The donation cookie</dt>
        <dd>
          For two hours after you started a donation, the thank-you page and the donation form can
          tell you how its payment stands, and the thank-you page can link to it. It holds the
          number of the donation and our signature.
        </dd>
        <dt>The nomination cookie</dt>
        <dd>
          For ten minutes, so that the thank-you page can name the email address to which the
          confirmation goes and the reference of your nomination, and can link to your private page
          about it.
        </dd>
      </dl>
      <p>We also store these things in your own browser:</p>
      <dl>
        <dt>Your choice of light or dark mode</dt>
        <dd>
          Until you clear your browser’s data. For administrators, the same holds for the parts of
          the menu that they left open.
        </dd>
        <dt>The donation form as you filled it in</dt>
        <dd>
          While you are on the payment page, so that nothing is lost if you come back without
          paying. It is deleted once you have paid, or when you close the tab.
        </dd>
        <dt>An answer or an appeal that you began</dt>
        <dd>
          On the page of your nomination, until you send it or close the tab, so that nothing is
          lost if you load the page again. For administrators, the same holds for forms of the admin
          area.
        </dd>
        <dt>A private link that you opened</dt>
        <dd>
          One to your donations, to your nomination, to what we ask a nominee, or one to start or
          stop our updates: until you close the tab, so that you can load the page again.
        </dd>
        <dt>Notes from one page to the next</dt>
        <dd>
          Such as which filter you used last: until you close the tab. They say nothing about you.
        </dd>
      </dl>
      <p>
        None of these follow you to other sites. You can delete all of them in your browser at any
        time; donating and nominating work without them.
      </p>
    </>
  );
}

type Retention = Settings['retention'];

/** What the settings say about a kind of data; otherwise, that it is kept. */
function periodIn(
  retention: Retention,
  rule: RetentionRule,
  { removed, kept }: { removed: (period: string) => string; kept: string },
): string {
  const months = retention[rule];
  return retention.isOn && months !== null ? removed(describePeriod(months)) : kept;
}

function HowLong({ retention }: { retention: Retention }) {
  const after = (rule: RetentionRule, removed: (period: string) => string, kept: string) =>
    periodIn(retention, rule, { removed, kept });
  return (
    <>
      <h2>How long we keep it</h2>
      <ul>
        <li>
          <strong>The ledger</strong>, which records where each cent of each donation went, is never
          deleted, because we have to account for every donation. Its entries contain amounts,
          dates, and numbers, but no names or addresses of donors.
        </li>
        <li>
          <strong>Donations</strong>, for as long as the law requires charities to keep financial
          records.{' '}
          {after(
            'donorsAfterMonths',
            (period) =>
              `The details of a donor who has not donated for ${period} are erased automatically; amounts and dates stay.`,
            'The donor’s details are kept with them.',
          )}
        </li>
        <li>
          <strong>Donations that were started but not paid</strong>: the donor’s details are erased
          {` ${checkoutDays} days `}after the donor left the payment page, it expired, or the
          payment failed.
        </li>
        <li>
          <strong>Nominations</strong> that received money, as long as the records of that money.{' '}
          {after(
            'nominationsAfterMonths',
            (period) =>
              `Everything personal about others is erased automatically ${period} after we declined them, or after they came to rest without an answer.`,
            'We keep others for as long as we may come back to them, and delete them when you ask us to.',
          )}{' '}
          {after(
            'papersAfterMonths',
            (period) => `Files that nominators sent are deleted ${period} after our last decision.`,
            'Files that nominators sent are kept with them.',
          )}
        </li>
        <li>
          <strong>What we note about donors</strong>{' '}
          {after(
            'notesAfterMonths',
            (period) => `is deleted after ${period}.`,
            'is kept with their donations.',
          )}{' '}
          <strong>Former names and addresses</strong> of donors, and what a nomination said before
          we corrected it,{' '}
          {after(
            'formerAddressesAfterMonths',
            (period) => `are deleted ${period} after they were last corrected.`,
            'are kept with donations and nominations.',
          )}{' '}
          <strong>Records of emails to donors</strong>{' '}
          {after(
            'mailRecordsAfterMonths',
            (period) => `are deleted after ${period}.`,
            'are kept with their donations.',
          )}
        </li>
        <li>
          <strong>Records of who did what on this site</strong> are never deleted.{' '}
          {after(
            'trailDetailsAfterMonths',
            (period) => `Names, addresses, and browsers in them are blacked out after ${period}.`,
            'They name fields of donors and nominators, and not what was in them.',
          )}
        </li>
        <li>
          <strong>Receipts</strong>, as long as the records of the money that they prove.{' '}
          <strong>Photos and videos</strong>, until we no longer need them or you ask us to delete
          them. A deleted file is gone from our storage within a day.
        </li>
        <li>
          <strong>Updates, and who got them by email</strong>, as long as the records of the money
          that they are about. <strong>Your choice not to get updates</strong>, until you choose to
          get them again.
        </li>
        <li>
          <strong>Emails</strong> that the site sends are deleted from its outbox within a few
          weeks.{' '}
          {after(
            'undeliveredMailAfterMonths',
            (period) =>
              `Those that could not be delivered are deleted after ${period} at the latest.`,
            'Those that could not be delivered are kept until somebody has looked at them.',
          )}
        </li>
        <li>
          <strong>Administrators’ accounts</strong> are deleted when they leave the team.
        </li>
      </ul>
    </>
  );
}
