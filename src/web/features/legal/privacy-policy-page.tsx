import { Link } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/site/legal/legal-page.module.css';

/** Says what this software does with personal data. Whoever changes what is stored changes this text with it. */
export default function PrivacyPolicyPage() {
  const { name } = siteInfo;
  return (
    <article className={`page ${classes.page}`}>
      <h1>Privacy Policy</h1>
      <p className={classes.lead}>
        We ask for what we need to pass a gift on and to account for it, and for nothing else.
      </p>
      <div className={classes.body}>
        <p>
          “We” are {name}, the charity that runs this website. This page says what we store about
          you, why, for how long, and what you can ask of us.
        </p>

        <WhatIsStored />

        <h2>Who sees it</h2>
        <ul>
          <li>
            <strong>Our administrators</strong>, a small team. They sign in to see donations and
            nominations. Nothing about a donor or a nominator is shown on the public pages of this
            site, and of a nominee only what was written for them and agreed to.
          </li>
          <li>
            <strong>Stripe</strong>, which takes the payment on its own page. It gets the amount,
            the cause and your email address from us, and your card from you. Your card number never
            reaches us.
          </li>
          <li>
            <strong>Those who run our server and our email</strong>, as far as the work needs it.
          </li>
        </ul>
        <p>
          We do not sell or rent personal data. This site has no advertising, no analytics and no
          tracking, and its pages load nothing from other companies. You leave it only by following
          a link, to the payment page for example.
        </p>

        <Cookies />
        <HowLong />

        <h2>Your rights</h2>
        <p>
          You may ask what we store about you, get a copy of it, have it corrected, have it deleted
          where the money’s records do not depend on it, or object to what we do with it. Write to
          us through <Link to={paths.contact}>Contact Us</Link>. We respond to data requests within
          one month. If you are not content with the answer, you can turn to the data protection
          authority where you live.
        </p>

        <h2>Children</h2>
        <p>
          This site is not meant for children. We do not knowingly collect personal information from
          children under 13. If you believe that a child has sent us some, please tell us, and we
          delete it. Somebody who nominates a child gives their own contact details, not the
          child’s.
        </p>

        <h2>How we protect it</h2>
        <p>
          Passwords are stored only in a form that cannot be turned back, sign-ins end by
          themselves, and each movement of money is written into a ledger that nobody can change
          afterwards, not even we.
        </p>

        <h2>Changes, and how to reach us</h2>
        <p>
          When we change what we do with your data, we change this page. Questions about it are
          welcome: <Link to={paths.contact}>Contact Us</Link>.
        </p>
      </div>
    </article>
  );
}

function WhatIsStored() {
  return (
    <>
      <h2>What we store, and why</h2>
      <h3>If you donate</h3>
      <p>
        Your name, email address, phone number and zip code; the amount, the cause and the date;
        what you write to us with the gift; whether you offer to volunteer; and the payment’s number
        at Stripe. We need it to pass the gift on to the cause you chose, to send you receipts, to
        ask for your help if you offered it, and to account for the money.
      </p>
      <p>
        If you start a donation and do not pay it, what you typed reaches us as well. It counts as
        nothing, and we write to you only if your bank refuses a payment that you believe to have
        made. 30 days after such a donation ended, your details are erased by themselves.
      </p>
      <p>
        Our emails about your gift hold a private link to a page that shows where every cent of it
        is. Whoever has the link sees your first name, the gift and your choices there, so treat it
        like a key. We store it only as a fingerprint that cannot be turned back into the link. On
        that page you can have a new link sent, which ends all earlier ones.
      </p>

      <h3>If your gift helped, or you nominated</h3>
      <p>
        We write to you by email when there is news about that need, with what your gift did, photos
        and copies of receipts. Every such email has a link to stop them, and most mail programs
        show a button for it; donors can also switch them off on the page of their gift. We then
        keep your email address on a list of those who want no updates, so that it stays that way.
        Receipts for your gifts and answers to you still come.
      </p>

      <h3>If you nominate</h3>
      <p>
        Your name, email address, phone number and zip code, and what you tell us about the nominee.
        We need it to contact you, to verify the information, and to tell you how it goes on.
      </p>

      <h3>If you are nominated</h3>
      <p>
        Your name or that of your organisation, what the nominator wrote about you, what we decided,
        and how much was allocated to you. We ask nominators to speak with you first. You have the
        same rights as everybody else on this page.
      </p>
      <p>
        We show what was bought for you, with receipts, photos and videos, because donors may see
        what their gifts did. What the public reads is written for that, without your contact
        details and without the nominator’s words. On receipts, private parts are blacked out first.
        A photo or video is published only after somebody agreed: we note who, to what and until
        when. You can take that back at any time, and it disappears from every page of this site at
        once; what was in an email before stays with those who got it. Published copies of photos
        and videos do not say where, when or with what they were taken. The originals are for our
        administrators alone.
      </p>

      <h3>If you write to us</h3>
      <p>
        Your email address and your message go to our team as an email, and are answered by email.
      </p>

      <h3>If you help to run the site</h3>
      <p>
        An administrator’s name, email address and password in a form that cannot be turned back,
        and which movements of money the administrator made.
      </p>

      <h3>If you only look</h3>
      <p>
        Nothing about you. The server’s log says that a page was asked for and how long it took, not
        by whom. To keep the forms from being abused, the server counts for ten minutes how often an
        internet address sends them. It keeps a fingerprint of the address that nobody can turn back
        without the server’s secret key, not the address itself. While somebody misuses the forms,
        your browser solves a small puzzle before it sends one; nobody else is asked about you.
      </p>
    </>
  );
}

function Cookies() {
  return (
    <>
      <h2>Cookies and your browser’s storage</h2>
      <p>This site uses cookies, and few of them:</p>
      <dl>
        <dt>The sign-in cookie</dt>
        <dd>
          Set only when an administrator logs in. It ends with the logout, after an hour without
          use, or after a day.
        </dd>
        <dt>The cookie-consent cookie</dt>
        <dd>Remembers for a year that you have read the notice about cookies.</dd>
      </dl>
      <p>Three more things are kept in your own browser:</p>
      <dl>
        <dt>Your choice of light or dark mode</dt>
        <dd>Until you clear your browser’s data.</dd>
        <dt>The donation form as you filled it in</dt>
        <dd>
          While you are on the payment page, so that nothing is lost if you come back without
          paying. It is gone once you have paid, or when you close the tab.
        </dd>
        <dt>A private link that you opened</dt>
        <dd>
          The one to your gift, or the one to stop our updates: until you close the tab, so that you
          can load the page again.
        </dd>
      </dl>
      <p>
        None of them follows you to other sites. You can delete all of them in your browser at any
        time; giving and nominating work without them.
      </p>
    </>
  );
}

function HowLong() {
  return (
    <>
      <h2>For how long</h2>
      <ul>
        <li>
          <strong>The ledger</strong>, which says which cent of which donation went where, is never
          deleted: money that was given has to be accounted for. Its entries hold amounts, dates and
          numbers, no names and no addresses of donors.
        </li>
        <li>
          <strong>Donations</strong>, with the donor’s details, for as long as the law asks
          charities to keep the records of their money.
        </li>
        <li>
          <strong>Donations that were started but not paid</strong>: the donor’s details are erased
          30 days after the payment page was left, ran out, or failed.
        </li>
        <li>
          <strong>Nominations</strong> that received money, as long as that money’s records. Others
          we keep for as long as we may come back to them, and delete when you ask us to.
        </li>
        <li>
          <strong>Receipts</strong>, as long as the records of the money that they prove.{' '}
          <strong>Photos and videos</strong>, until they are not needed any more or you ask us to
          delete them. A deleted file is gone from our storage within a day.
        </li>
        <li>
          <strong>Updates, and who got them by email</strong>, as long as the records of the money
          that they tell about. <strong>Your wish to get no updates</strong>, until you want them
          again.
        </li>
        <li>
          <strong>Emails</strong> that the site sends are deleted from its outbox within a few
          weeks.
        </li>
        <li>
          <strong>Administrators’ accounts</strong> are deleted when they leave the team.
        </li>
      </ul>
    </>
  );
}
