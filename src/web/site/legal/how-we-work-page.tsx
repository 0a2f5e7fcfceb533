import type { HowWeWork } from '#contract/documents.ts';
import { transferDays } from '#core/banking/bank-proposals.ts';
import { maxMailedAlone } from '#core/donors/donor-mails.ts';
import { bindingRule } from '#core/giving/bound-donations.ts';
import { whyNotAll } from '#core/ledger/promise.ts';
import type { ApprovalKind } from '#core/people/approvals.ts';
import { roles, roleWords } from '#core/people/rights.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { appealDays } from '#core/vetting/decision-reasons.ts';
import { paths } from '#web/client/paths.ts';
import { LegalPage } from '#web/site/legal/legal-page.tsx';

/** Who decides, what takes two people, and how anyone can check. What it says about the team follows from the settings. */
export function HowWeWorkPage({
  work,
  missing,
  charity,
}: {
  work: HowWeWork;
  missing: number;
  charity: string;
}) {
  return (
    <LegalPage
      title="How We Work"
      lead="Who decides about donations, what one person alone cannot do, and how anyone can check us."
    >
      {work.paragraphs.map((text) => (
        <p key={text} className="as-typed">
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
          <strong>A donation for one need goes to that need.</strong>{' '}
          {bindingRule({ cause: null, days: work.boundDays })}
        </li>
        <li>
          <strong>{missing > 0 ? 'What cards cost.' : '100% of it.'}</strong> A payment by card
          costs something. We pay that from what donors add for it, from donations to causes for
          running costs, or from money that we put in ourselves. We keep a book of its own for it,
          and <a href={paths.impact}>its sums</a> are public.{' '}
          {missing > 0
            ? whyNotAll({ missingCents: missing, charity })
            : 'So 100% of a donation goes to its cause.'}
        </li>
        <li>
          <strong>Anyone can nominate</strong> a person, an organization, or a need. Our team looks
          into each nomination and decides which ones we help.
        </li>
        <li>
          <strong>Every expense takes a receipt.</strong> We record whom we paid, how much, and for
          what. The page of a need says how much of it has a public receipt, and since when the rest
          has none. The oldest money goes first, so it is known whose donation paid for it.
        </li>
        <li>
          <strong>A record of money is never changed.</strong> If we made a mistake, a second entry
          takes it back, and both stay.
        </li>
      </ul>

      <h2>Before we accept a nomination</h2>
      <VettingSteps vetting={work.vetting} />

      <h2>Whom we help</h2>
      <p>
        {work.isConsentRequired
          ? 'Nobody is helped or shown without agreeing to it. We ask each nominee, or whoever decides for them, ourselves. They may stay unnamed, limit what is shown, and take it back at any time; then it vanishes at once.'
          : 'We do not ask each nominee for consent before we help. Whoever is nominated can tell us what may be shown, and can take it back at any time; then it vanishes at once.'}
      </p>
      <p>
        {`Whoever made a nomination that we declined can appeal once, within ${appealDays} days. `}
        {work.isDecidedByOne
          ? 'Only one person of our team decides about nominations at the moment, so that person looks at it again.'
          : 'Someone other than the person who declined it looks at it, unless everybody else has a conflict of interest, and that decision is final.'}
      </p>

      <h2>What takes two people</h2>
      <Approvals work={work} />

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
        What they do is written to an audit trail that this site lets nobody change: who did it,
        when, and what it was before. Where somebody’s personal data is erased, it is blacked out
        there, too.
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
          <AgreementDay work={work} />
        </li>
        <li>
          If something looks wrong, <a href={paths.contact}>ask us</a>.
        </li>
      </ul>
    </LegalPage>
  );
}

/** Whether the bank says the same as our books. */
function AgreementDay({ work: { agreement } }: { work: HowWeWork }) {
  if (!agreement.isImported) {
    return 'We have not compared our books with statements of our bank on this site yet, so nothing here proves that the bank has what the books have.';
  }
  if (agreement.day === null) {
    return 'We compare our books with our payment provider and with the statements of our bank. They have not agreed to the cent on any day yet.';
  }
  return (
    <>
      <strong>{`On ${formatDay(agreement.day)}, our books, our payment provider, and our bank agreed to the cent.`}</strong>{' '}
      We import the statements of our bank and compare every line of them with the books. This is
      the last day on which nothing was missing, too much, or unexplained.
    </>
  );
}

function VettingSteps({
  vetting: { isChecklistRequired, reviewsAboveCents },
}: Pick<HowWeWork, 'vetting'>) {
  return (
    <ul>
      <li>
        {isChecklistRequired
          ? 'We check it with a list. Before every required point is settled, the software neither lets us accept it nor allocate money to it. The page of a need says which points we checked, and when.'
          : 'Whoever of our team decides about it judges what has to be checked. A list of points helps, but none of them has to be settled first.'}
      </li>
      <li>
        {reviewsAboveCents === null
          ? 'One person on our team can decide about it.'
          : `If its goal is above ${formatCents(reviewsAboveCents)}, or if it has none, two people recommend something first, neither of whom has seen what the other says. Their advice may be against it; whoever decides knows it then.`}
      </li>
      <li>
        Whoever has declared a conflict of interest, such as being related to the nominee, neither
        checks nor decides.
      </li>
    </ul>
  );
}

function Approvals({ work: { fourEyes, withoutApprover } }: { work: HowWeWork }) {
  if (!fourEyes.isOn) {
    return (
      <p>
        At the moment nothing: one person on our team who has the right to do something can do it
        alone, such as entering checks and cash and confirming that they came.
      </p>
    );
  }
  const rules: { kind: ApprovalKind; name: string; text: string }[] = [
    {
      kind: 'spending',
      name: `Expenses above ${formatCents(fourEyes.spendingAboveCents)}`,
      text: 'All that one person records within a day counts. Whoever checked or accepted a nomination cannot record an expense for it alone at all. Undoing a single one above it takes a second person, too.',
    },
    {
      kind: 'refund',
      name: `Refunds above ${formatCents(fourEyes.refundAboveCents)}`,
      text: 'Here, too, all of one person within a day counts.',
    },
    {
      kind: 'deposit',
      name: 'Checks, cash, and bank transfers',
      text: 'What came is entered in a list that one person closes and another one confirms. What was confirmed is taken back by two people, too.',
    },
    {
      kind: 'top_up',
      name: 'Money for card costs',
      text: 'That we put money in, or take it out again, is approved by a second person, whatever the amount.',
    },
    {
      kind: 'bank_account',
      name: 'Another bank account of ours',
      text: 'Money that leaves one of our accounts for another one is not spent. So one person alone can neither add an account, nor give it another number, nor open a closed one again.',
    },
    {
      kind: 'bank_line',
      name: 'What the bank took for itself, what is not part of these books, and slow transfers',
      text: `It counts as an expense of the person who says so: above the limit, a second person looks at it. Undoing a single one above it takes a second person, too. Saying that a transfer between our accounts took more than ${transferDays} days counts as well.`,
    },
    {
      kind: 'bank_statement',
      name: `Other bank statements, above ${formatCents(fourEyes.spendingAboveCents)}`,
      text: 'One person alone can neither add lines of days on which our books and the bank agreed, nor remove a file that was imported more than a day before.',
    },
    {
      kind: 'mailing',
      name: `Emails to more than ${maxMailedAlone} donors`,
      text: 'All that was written to selected donors within 24 hours counts.',
    },
    {
      kind: 'import',
      name: 'Donations from an earlier system',
      text: 'One person prepares the list and another one looks at it before it counts. It is taken back by two people, too.',
    },
    {
      kind: 'month',
      name: 'Opening a locked month again',
      text: 'Once our treasurer has compared a month with the bank and locked it, its figures change only after a second person agreed.',
    },
    {
      kind: 'owner',
      name: 'A new owner or treasurer',
      text: 'Owners may do everything on this site, and treasurers approve what others ask for. So one owner alone cannot make somebody else either.',
    },
    {
      kind: 'settings',
      name: 'Weaker rules',
      text: 'Higher limits, doing without a second person, or another bank account for transfers take a second owner.',
    },
  ];
  return (
    <>
      <p>These are only done once a second person has looked at them and approved them:</p>
      <dl>
        {rules.map(({ kind, name, text }) => (
          <div key={kind}>
            <dt>{name}</dt>
            <dd>
              {withoutApprover.includes(kind)
                ? 'At the moment only one person on our team has the right to do this, so they do it alone.'
                : text}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
