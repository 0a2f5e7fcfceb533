import type { HowWeWork } from '#contract/documents.ts';
import { roles, roleWords } from '#core/rights.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/legal/legal-page.module.css';
import { LegalPage } from '#web/site/legal/legal-page.tsx';

/** Who decides, and how anyone can check. What it says about the team follows from the settings. */
export function HowWeWorkPage({ work }: { work: HowWeWork }) {
  return (
    <LegalPage title="How We Work" lead="Who decides about donations, and how anyone can check us.">
      {work.paragraphs.map((text) => (
        <p key={text} className={classes.asTyped}>
          {text}
        </p>
      ))}

      <h2>From a donation to a receipt</h2>
      <ul>
        <li>
          <strong>A donation belongs to the cause that its donor chose.</strong> It is allocated
          only to needs that match this cause, in parts if necessary, down to the cent.
        </li>
        <li>
          <strong>Anyone can nominate</strong> a person, an organization, or a need. Our team looks
          into each nomination and decides which ones we help.
        </li>
        <li>
          <strong>Every expense has a receipt.</strong> We record whom we paid, how much, and for
          what. The oldest money goes first, so it is known whose donation paid for it.
        </li>
        <li>
          <strong>A record of money is never changed.</strong> If we made a mistake, a second entry
          takes it back, and both stay.
        </li>
      </ul>

      <h2>Who may do what</h2>
      <p>Everybody on our team has only the rights that their work takes.</p>
      <dl>
        {roles.map((role) => (
          <div key={role}>
            <dt>{roleWords[role].name}</dt>
            <dd>{roleWords[role].text}</dd>
          </div>
        ))}
      </dl>
      <p>
        What they do is written to an audit trail that nobody can change: who did it, when, and what
        it was before.
        {work.isSecondFactorRequired &&
          ' Everybody signs in with a second factor, so a stolen password is not enough.'}
      </p>

      <h2>How to check us</h2>
      <ul>
        <li>
          <a href={paths.impact}>Where the money goes</a> shows every cent: what was donated, what
          is available, what was spent, and the receipts.
        </li>
        <li>
          As a donor, you can follow your own money with the private link in your receipt, or{' '}
          <a href={paths.donorPage}>find all of your donations</a>.
        </li>
        <li>
          If something looks wrong, <a href={paths.contact}>ask us</a>.
        </li>
      </ul>
    </LegalPage>
  );
}
