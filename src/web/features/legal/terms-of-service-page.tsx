import { Link } from 'react-router';
import { formatCents } from '#core/money.ts';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/site/legal/legal-page.module.css';

/** What donors, nominators and the charity can expect of each other, as this software works. */
export default function TermsOfServicePage() {
  const { name, minDonation } = siteInfo;
  return (
    <article className={`page ${classes.page}`}>
      <h1>Terms of Service</h1>
      <p className={classes.lead}>What you can expect of us, and what we ask of you.</p>
      <div className={classes.body}>
        <p>
          “We” are {name}, the charity that runs this website. By donating, nominating or otherwise
          using the site you agree to these terms. What we do with personal data is in the{' '}
          <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
        </p>

        <h2>Donations</h2>
        <ul>
          <li>
            <strong>You choose a cause, and we choose within it.</strong> A donation supports a
            nominee that matches the cause you chose. Which nominee, when, and in which parts is the
            decision of our team, after the nominee has been checked. A donation can go to several
            nominees of its cause, and several donations to one.
          </li>
          <li>
            <strong>All of it.</strong> 100% of your donation goes to its intended purpose. How it
            was spent is shown with receipts.
          </li>
          <li>
            <strong>It may wait.</strong> Until there is a checked nominee for your cause, your
            donation waits, untouched. If a cause comes to an end before your donation is used, we
            ask you what to do with it.
          </li>
          <li>
            <strong>Payment.</strong> Donations are in US dollars, from {formatCents(minDonation)}.
            You pay on the page of Stripe, our payment provider, under its terms. A donation counts
            once Stripe has confirmed the payment; a receipt follows by email.
          </li>
          <li>
            <strong>You give what is yours to give</strong>, with a card that you may use, and
            receive nothing in return for it.
          </li>
        </ul>

        <h2>Refunds</h2>
        <p>
          A donation is a gift, and as a rule it is final. If you made a mistake, such as a wrong
          amount, the wrong cause or a payment made twice, tell us soon through{' '}
          <Link to={paths.contact}>Contact Us</Link>. What has not been allocated to a nominee yet
          we gladly return the way it came, or move. What has been allocated is on its way to
          somebody who counts on it, and cannot be returned.
        </p>

        <h2>Nominations</h2>
        <ul>
          <li>
            <strong>Tell the truth,</strong> as far as you know it, and everything that matters. We
            verify what you write, and may ask you and the nominee for proof.
          </li>
          <li>
            <strong>Ask first.</strong> Nominate somebody only if they would agree, and give no more
            of their private life than is needed to understand what would help.
          </li>
          <li>
            <strong>No claim to help.</strong> We accept or reject nominations as we see fit, and
            tell you what we decided. An accepted nomination is a promise to try, not an amount.
          </li>
          <li>
            A nomination that turns out to be untrue is rejected. Money that was obtained with it we
            ask back.
          </li>
        </ul>

        <h2>Volunteering</h2>
        <p>
          Offering your time binds nobody. If there is something to do, we ask you, and you decide
          then.
        </p>

        <h2>Receipts, photos and video</h2>
        <p>
          To show what a gift did, we share copies of receipts, photos and video. People are shown
          only if they have agreed, and a child only if a parent or guardian has. Whoever is shown
          may change their mind at any time: tell us, and we take the picture down. What we publish
          here is ours or used with permission; please ask before you use it elsewhere.
        </p>

        <h2>Fair use of the site</h2>
        <p>
          Do not try to break in, to look at what is not meant for you, to test stolen cards, or to
          flood the forms. We may refuse donations and nominations that look like it.
        </p>

        <h2>No warranty</h2>
        <p>
          We do our best to keep this site running and right, but we provide it as it is. As far as
          the law allows, we do not promise that it is always available or free of errors, and are
          not liable for damage that follows from using it. None of this limits rights that the law
          gives you and that cannot be given up.
        </p>

        <h2>Changes, and how to reach us</h2>
        <p>
          When we change these terms, we change this page; for a donation, the terms of the day you
          gave it count. Questions are welcome: <Link to={paths.contact}>Contact Us</Link>.
        </p>
      </div>
    </article>
  );
}
