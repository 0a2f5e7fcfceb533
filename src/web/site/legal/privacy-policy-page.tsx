import type { Settings } from '#contract/operations/settings.ts';
import type { SiteInfo } from '#contract/site.ts';
import { describePeriod, type RetentionRule } from '#core/retention.ts';
import { paths } from '#web/client/paths.ts';
import { LegalPage } from '#web/site/legal/legal-page.tsx';

/** Says what this software does with personal data. If you change what is stored, update this text, too. */
export function PrivacyPolicyPage({
  site,
  retention,
}: {
  site: SiteInfo;
  retention: Settings['retention'];
}) {
  const { name } = site;
  return (
    <LegalPage
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
          takes, as <a href={paths.howWeWork}>How We Work</a> says. The public pages of this site
          show nothing about donors and nominators. About a nominee, they show only what we wrote
          for the public and the nominee agreed to.
        </li>
        <li>
          <strong>Stripe</strong>, which takes the payment on its own page. It gets the amount, the
          cause, and your email address from us, and your card details from you. Your card number
          never reaches us.
        </li>
        <li>
          <strong>The providers of our server and our email</strong>, as far as their work requires
          it.
        </li>
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
          Old backups still contain you until they are deleted, after five weeks at most. If we have
          to use one of them, you are erased again before anything else happens.
        </li>
        <li>Stripe keeps its own records of your payments, for which it is responsible itself.</li>
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
      <h2>What we store, and why</h2>
      <h3>If you donate</h3>
      <p>
        Your name, email address, phone number, and zip code, and your postal address where receipts
        for taxes need it; the amount, the cause, and the date; a copy of each receipt for taxes;
        what you write to us with the donation; whether you offer to volunteer; and Stripe’s number
        for the payment. We need this to pass the donation on to the cause you chose, to send you
        receipts, to ask for your help if you offered it, and to account for the money. We also
        record which emails we sent you about it and, without their text, what they were about;
        former names and addresses, if you asked us to correct them; and what our team has to
        remember about your donations.
      </p>
      <p>
        If you start a donation and do not pay, we still receive what you typed. It does not count
        as a donation, and we write to you only if your bank refuses a payment that you believe you
        made. We automatically erase your details 30 days after such a donation ended.
      </p>
      <p>
        Our emails about your donation contain a private link to a page that shows where every cent
        of it is. Anyone who has the link can see your first name, the donation, and your choices
        there, so treat it like a key. We store it only as a fingerprint that cannot be turned back
        into the link. On that page, you can request a new link, and all earlier ones stop working.
        The page that thanks you for the donation has a link of its own: it opens the same page
        without your name and your choices, and changes nothing.
      </p>

      <p>
        At the request of anybody who enters your email address, we email a link to a page with all
        donations from it. Only someone who reads your email gets that link, and it works for 24
        hours.
      </p>

      <h3>If you offer your time</h3>
      <p>
        Your name, email address, and phone number; what you did for whom, on which day, and for how
        long; what our team has to remember about it; and what we wrote when we thanked you. We need
        this to ask for your help and to know what was done. The public sees hours and how many
        people gave them, and never who.
      </p>

      <h3>If your donation helped, or you nominated</h3>
      <p>
        We email you when there is news about that need, with what your donation did, photos, and
        copies of receipts. Every such email has a link to stop them, and most email programs show a
        button for it. Donors can also turn them off on the page of their donation. We then keep
        your email address on a list of people who want no updates, so that you do not get any. You
        will still get receipts for your donations and replies to your messages.
      </p>

      <h3>If you follow a need</h3>
      <p>
        Your email address, from the moment when you confirm it, so that we can email you when there
        is news about that need. If nobody confirms it, we delete it after three days. Every such
        email has a link to stop them, and most email programs show a button for it. When you stop
        them, we delete your address unless you also donated or nominated.
      </p>

      <h3>If you nominate</h3>
      <p>
        Your name, email address, phone number, and zip code, and what you tell us about the
        nominee, with your answers to our questions, your appeal if we decline, and the files that
        you send with them; also what we decided, and what we wrote to you about it. We need this to
        contact you, to verify the information, and to tell you what happens next. Only our team
        sees your answers, appeal, and files.
      </p>
      <p>
        You get a private link to a page about your nomination. Anyone who has the link can see what
        you sent and answer our questions. The page does not show who you are.
      </p>

      <h3>If you are nominated</h3>
      <p>
        Your name or that of your organization, what the nominator wrote about you, what we decided,
        and how much was allocated to you. We ask nominators to talk to you first. You have the same
        rights as everyone else on this page.
      </p>
      <p>
        Our team also stores what it found out before it decided, with papers if there are any, what
        its members recommended and why, and their notes. The public may see which points we checked
        and when, but not how. If we asked whether you agree, or you told us: who answered for you,
        what may show and until when, and what you asked us to correct.
      </p>
      <p>
        We show what was bought for you, with receipts, photos, and videos, so that donors can see
        what their donations did. We write the public text ourselves, without your contact details
        and without the nominator’s words. On receipts, we black out private parts first. We publish
        a photo or video only after someone agreed to it: we record who, to what, and until when.
        You can withdraw that consent at any time, and the photo or video disappears from every page
        of this site immediately; people who already received it by email keep it. Published copies
        of photos and videos do not reveal where, when, or with what device they were taken. Only
        those of our team whose work takes it can see the originals.
      </p>

      <h3>If you write to us</h3>
      <p>Your email address and your message go to our team as an email, and we reply by email.</p>

      <h3>If you help run the site</h3>
      <p>
        An administrator’s name, email address, and password in a form that cannot be reversed, the
        secret of the administrator’s authenticator app, encrypted, the public part of passkeys, the
        number by which a sign-in provider knows the administrator, the kinds of browsers in which
        the administrator is signed in, and what the administrator did in the admin area and when.
      </p>

      <h3>If you only visit</h3>
      <p>
        Nothing about you. The server’s log says that a page was requested and how long it took, but
        not by whom.
      </p>

      <h3>If you send a form</h3>
      <p>
        To prevent abuse, the server counts for up to a day how often the forms are sent from a
        network and how many confirmations they cause to an email address, and it remembers for 30
        days from which network a donation was started. It does not keep IP addresses for this, only
        fingerprints that nobody can reverse without the server’s secret key. If something looks as
        if a program sent it, your browser solves a small puzzle first or asks you to wait; we do
        not ask any other company about you.
      </p>
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
        <dd>Until you clear your browser’s data.</dd>
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
          30 days after the donor left the payment page, it expired, or the payment failed.
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
          <strong>Former names and addresses</strong> of donors{' '}
          {after(
            'formerAddressesAfterMonths',
            (period) => `are deleted ${period} after they were last corrected.`,
            'are kept with their donations.',
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
