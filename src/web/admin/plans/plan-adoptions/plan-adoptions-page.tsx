import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CauseId } from '#contract/ids.ts';
import type { ListedSubscription } from '#contract/plans/plan-adoptions.ts';
import { adoptionStates, maxAdoptionsAtOnce } from '#core/plans/plan-adoptions.ts';
import { intervalWords, planStateWords } from '#core/plans/plans.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatCents } from '#core/platform/money.ts';
import { nameWithState } from '#core/vetting/cause-states.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, usePages } from '#web/admin/client/use-endpoint.ts';
import { useSendOnce } from '#web/admin/shared/use-send-once.ts';
import { type Columns, DataTable, mainFigure } from '#web/admin/ui/data-table.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { PageActions, PageSections } from '#web/admin/ui/page-sections.tsx';
import { ReasonedButton } from '#web/admin/ui/reasoned-button.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useTypedForm } from '#web/admin/ui/typed-forms.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { readId } from '#web/client/paths.ts';

const back = { to: paths.admin.plans, text: 'Back to Recurring Donations' };

/** Subscriptions that another system began at our account of the payment provider, and that can go on here. */
export default function PlanAdoptionsPage() {
  const subscriptions = usePages(
    endpoints.listOtherSubscriptions,
    { query: { limit: 100 } },
    // While some are being taken over.
    {
      refetchInterval: (items) =>
        items?.some(({ adoption }) => adoption?.state === 'asked') ? 3_000 : false,
    },
  );
  const mayWrite = useMay('money.write');
  const listed = subscriptions.data?.pages.flatMap(({ items }) => items) ?? [];
  const possible = listed.filter(isPossible);
  return (
    <PageSections>
      <PageHeader title="Take Over Subscriptions" back={back} />
      <PageLead>
        Recurring donations that another system began at the same account of the payment provider.
        Those that go on here keep their card, their amount, and their day. Stop charging for them
        in the other system first: two systems that both charge would charge a donor twice. Nothing
        is charged because of it, past payments are not booked, and each donor is told by email.
      </PageLead>
      {mayWrite && possible.length > 0 && (
        <AdoptSection
          possible={possible}
          loadMore={subscriptions.hasNextPage ? () => void subscriptions.fetchNextPage() : null}
        />
      )}
      <DataTable
        label="Subscriptions of other systems"
        columns={subscriptionColumns}
        rows={subscriptions}
        of="subscriptions"
        loadingText="Asking the payment provider."
        emptyText="There is nothing to take over."
        emptyHint={<p>The payment provider has no subscription that another system began.</p>}
      />
    </PageSections>
  );
}

function isPossible({ problem, adoption }: ListedSubscription): boolean {
  return problem === null && (adoption === null || adoption.state === 'refused');
}

interface AdoptSectionProps {
  possible: ListedSubscription[];
  /** Null once all are loaded. */
  loadMore: (() => void) | null;
}

/** The cause of each product, and the button that takes over what has one. */
function AdoptSection({ possible, loadMore }: AdoptSectionProps) {
  const causes = useEndpoint(endpoints.listCauses);
  const adopt = useSendOnce(endpoints.adoptPlans, { said: ({ message }) => message });
  const [chosen, setChosen] = useState<Record<string, CauseId>>({});
  const products = [...new Map(possible.map(({ product }) => [product.id, product])).values()];
  const adoptions = possible
    .flatMap(({ id, product }) => {
      const causeId = chosen[product.id];
      return causeId === undefined ? [] : [{ subscriptionId: id, causeId }];
    })
    .slice(0, maxAdoptionsAtOnce);
  useTypedForm(() => adoptions.length > 0 && !adopt.isPending);
  const options = (causes.data ?? []).map((cause) => ({
    value: cause.id as string,
    label: nameWithState(cause),
  }));
  const choose = (ids: string[], value: string) =>
    setChosen((before) => {
      const after = { ...before };
      for (const id of ids) {
        if (value === '') delete after[id];
        else after[id] = readId<CauseId>(value);
      }
      return after;
    });
  return (
    <TitledSection title="Causes">
      <div className="list grid max-32">
        {products.length > 1 && (
          <NativeSelect
            label="All of them"
            description={countOf(possible.length, 'subscription')}
            data={[{ value: '', label: 'Choose below, or one cause for all' }, ...options]}
            value=""
            onChange={({ currentTarget: { value } }) =>
              choose(
                products.map(({ id }) => id),
                value,
              )
            }
          />
        )}
        {products.map(({ id, name }) => (
          <NativeSelect
            key={id}
            label={name || id}
            description={countOf(
              possible.filter(({ product }) => product.id === id).length,
              'subscription',
            )}
            data={[{ value: '', label: 'Leave them there' }, ...options]}
            value={chosen[id] ?? ''}
            onChange={({ currentTarget: { value } }) => choose([id], value)}
          />
        ))}
      </div>
      {adopt.isError && <p role="alert">{errorMessage(adopt.error)}</p>}
      <PageActions>
        <ReasonedButton
          reason={adoptions.length === 0 ? 'Choose a cause first.' : null}
          loading={adopt.isPending}
          onClick={() => void adopt.send({ body: { adoptions } })}
        >
          {adoptions.length === 0
            ? 'Take Over'
            : `Take Over ${countOf(adoptions.length, 'Subscription')}`}
        </ReasonedButton>
        {loadMore && (
          <Button variant="default" onClick={loadMore}>
            Load More
          </Button>
        )}
      </PageActions>
    </TitledSection>
  );
}

const subscriptionColumns: Columns<ListedSubscription> = [
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
