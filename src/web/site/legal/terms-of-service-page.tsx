import type { SiteInfo } from '#contract/site.ts';
import { promiseOfAll } from '#core/ledger/promise.ts';
import { currencyName, formatCents } from '#core/platform/money.ts';
import { paths } from '#web/client/paths.ts';
import { LegalPage } from '#web/site/legal/legal-page.tsx';

/** What donors, nominators, and the charity can expect of each other, in line with how this software works. */
export function TermsOfServicePage({ site, missing }: { site: SiteInfo; missing: number }) {
  const { name, minDonation } = site;
  const ways = [
    ...(site.payments === 'stripe'
      ? ['on a page of Stripe, our payment provider, under its terms']
      : []),
    ...(site.payments === 'test' ? ['on a page for test payments, where no card is charged'] : []),
    ...(site.takesBankTransfers ? ['by bank transfer'] : []),
  ];
  return (
    <LegalPage
      hasContents
      title="Terms of Service"
      lead="What you can expect of us, and what we ask of you."
    >
      <p>
        “We” are {name}, the charity that runs this website. By donating, nominating, or otherwise
        using the site, you agree to these terms. To learn what we do with personal data, read our{' '}
        <a href={paths.privacyPolicy}>Privacy Policy</a>.
      </p>

      <h2>Donations</h2>
      <ul>
        <li>
          <strong>You choose a cause, and we choose within it.</strong> A donation supports a
          nominee that matches the cause you chose. If you give to one need, it goes to that need
          first; <a href={paths.howWeWork}>How We Work</a> says until when. Otherwise, our team
          decides which nominee gets it, when, and in which parts, and allocates nothing before it
          has accepted the nominee. A donation can go to several nominees for its cause, and several
          donations can go to one nominee.
        </li>
        <li>
          <strong>{missing > 0 ? 'What cards cost.' : 'All of it.'}</strong>{' '}
          {promiseOfAll({ missingCents: missing, charity: name })} We show how your donation was
          spent, with receipts. What a payment by card costs is not taken from it.
        </li>
        <li>
          <strong>It may wait.</strong> Until there is an accepted nominee for your cause, your
          donation stays untouched. If a cause ends before your donation is used, we ask you what to
          do with it.
        </li>
        <li>
          <strong>Payment.</strong> Donations are in {currencyName()}, from{' '}
          {formatCents(minDonation)}. {ways.length > 0 && `You pay ${ways.join(', or ')}. `}A
          donation counts once its payment is confirmed; a receipt follows by email.
        </li>
        <li>
          <strong>You give what is yours to give</strong>
          {site.payments !== 'none' && ', with a card that you are allowed to use'}, and receive
          nothing in return for it, unless your receipt says what.
        </li>
      </ul>

      <h2>Refunds</h2>
      <p>
        As a rule, a donation is final. If you made a mistake, such as a wrong amount, the wrong
        cause, or a duplicate payment, tell us soon through <a href={paths.contact}>Contact Us</a>.
        We gladly return what has not been allocated to a nominee yet, and you can give it again for
        another cause. What has been allocated is promised to someone who counts on it, and as a
        rule is not returned.
      </p>

      <h2>Nominations</h2>
      <ul>
        <li>
          <strong>Tell the truth,</strong> as far as you know it, and include everything that
          matters. We may verify what you write, and ask you and the nominee for evidence.
        </li>
        <li>
          <strong>Ask first.</strong> Nominate people only if they would agree, and share no more of
          their private lives than we need to understand what would help.
        </li>
        <li>
          <strong>No entitlement to help.</strong> We accept or reject nominations as we see fit,
          and tell you what we decided. Accepting a nomination is a promise to try to help, not a
          promise of an amount.
        </li>
        <li>
          We reject a nomination that turns out to be untrue, and ask for money obtained with it to
          be paid back.
        </li>
      </ul>

      <h2>Volunteering</h2>
      <p>
        Offering your time commits you to nothing. If there is something to do, we ask you, and you
        decide then.
      </p>

      <h2>Receipts, photos, and videos</h2>
      <p>
        To show what a donation did, we share copies of receipts, photos, and videos. Whether we ask
        people first is said on <a href={paths.howWeWork}>How We Work</a>. Whoever is shown, or the
        parent or guardian of a child who is, may say no at any time: tell us, and we take down the
        photo or video. What we publish here is ours or used with permission; please ask before you
        use it elsewhere.
      </p>

      <h2>Fair use of the site</h2>
      <p>
        Do not try to break in, to look at what is not meant for you, to test stolen cards, or to
        flood the forms. We may refuse donations and nominations that look like such attempts.
      </p>

      <h2>No warranty</h2>
      <p>
        We do our best to keep this site available and correct, but we provide it as is. As far as
        the law allows, we do not promise that it is always available or free of errors, and we are
        not liable for damage that results from using it. None of this limits rights that you have
        by law and cannot give up.
      </p>

      <h2>Changes, and how to reach us</h2>
      <p>
        When we change these terms, we update this page; for a donation, the terms on the day you
        gave it apply. If you have questions, please write to us:{' '}
        <a href={paths.contact}>Contact Us</a>.
      </p>
    </LegalPage>
  );
}
