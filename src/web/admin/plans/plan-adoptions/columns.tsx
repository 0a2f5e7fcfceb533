import { Link } from 'react-router';
import type { ListedSubscription } from '#contract/plans/plan-adoptions.ts';
import { adoptionStates } from '#core/plans/plan-adoptions.ts';
import { intervalWords, planStateWords } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { type Columns, mainFigure } from '#web/admin/ui/data-table.tsx';
import { paths } from '#web/client/paths.ts';

export const subscriptionColumns: Columns<ListedSubscription> = [
  {
    header: 'Donor',
    onPhone: 'title',
    show: ({ name, email }) => (
      <span>
        {name || 'No name'}
        <span className="soft">{email === '' ? '' : ` ${email}`}</span>
      </span>
    ),
  },
  { header: 'Amount', ...mainFigure, value: amountOf },
  { header: 'How Often', value: everyOf },
  { header: 'Product', value: ({ product }) => product.name || product.id },
  { header: 'State', value: ({ state }) => planStateWords[state] },
  {
    header: 'Next Payment',
    onPhone: 'labeled',
    value: ({ nextChargeAt }) => (nextChargeAt === null ? '–' : formatDate(nextChargeAt)),
  },
  {
    header: 'Can It Go On Here?',
    onPhone: 'below',
    show: (subscription) => <Outcome subscription={subscription} />,
  },
];

/** An amount in its own currency; other currencies than that of the books are written without a sign. */
function amountOf({ amount, currency, problem }: ListedSubscription): string {
  if (amount === null) return '–';
  return problem?.startsWith('It is in ') ? currency : formatCents(amount);
}

function everyOf({ interval, every }: ListedSubscription): string {
  return interval === null ? `Every ${every}` : intervalWords[interval].choice;
}

function Outcome({ subscription }: { subscription: ListedSubscription }) {
  const { adoption, problem, remark } = subscription;
  if (adoption?.state === 'adopted' && adoption.planId !== null) {
    return <Link to={paths.plan(adoption.planId)}>{adoptionStates.adopted}</Link>;
  }
  if (adoption?.state === 'asked') return adoptionStates.asked;
  if (adoption?.state === 'refused') return `${adoptionStates.refused}: ${adoption.remark}`;
  if (problem !== null) return `No. ${problem}`;
  return remark === '' ? 'Yes' : `Yes. ${remark}`;
}
