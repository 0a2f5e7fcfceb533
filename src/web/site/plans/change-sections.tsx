import { type ComponentProps, type ReactNode, useState } from 'react';
import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import type { CauseId } from '#contract/ids.ts';
import type { PlanPage } from '#contract/plans/plans.ts';
import { coverFor } from '#core/ledger/card-costs.ts';
import { intervalWords, type PlanInterval, planIntervals } from '#core/plans/plans.ts';
import { formatDay, formatMoment } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { notAnAmount, parseAmount } from '#core/platform/typed-amounts.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { paths, readId } from '#web/client/paths.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { CheckboxField, SelectField, TextField } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { MoneyField } from '#web/site/shared/money-field.tsx';
import { fieldsOf, type SiteForm, useSiteForm } from '#web/site/shared/use-site-form.ts';
import { leaveFor, WorkButton } from '#web/site/shared/work-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';
import { Note } from '#web/ui/note.tsx';

interface ChangeProps {
  plan: PlanPage;
  token: string;
  timeZone: string;
  onChange: (plan: PlanPage) => void;
}

const lateChange = 'In the hour before a payment, a change counts for the one after it.';

/** What a fresh link can change; without one, whatever charges less or later, and a fresh link can be asked for. */
export function ChangeSections(props: ChangeProps) {
  const { plan, timeZone } = props;
  if (plan.changesUntil === null) {
    return (
      <>
        {plan.state === 'active' && <PauseForm {...props} />}
        {plan.amount > plan.limits.min && <LowerForm {...props} />}
        <AskForLink {...props} />
      </>
    );
  }
  return (
    <>
      <Note>
        {`With this link, you can make one change until ${formatMoment(plan.changesUntil, timeZone)}.`}
      </Note>
      <ChangeForm {...props} />
      <Pause {...props} />
      <Card {...props} />
    </>
  );
}

interface FormSectionProps extends Pick<ComponentProps<typeof Button>, 'look'> {
  title: string;
  form: SiteForm;
  /** The label of its button. */
  action: string;
  children: ReactNode;
}

function FormSection({ title, form, action, look, children }: FormSectionProps) {
  return (
    <ContentSection title={title}>
      <div className="max-34">
        <Form form={form} action={paths.planPage} isTight>
          {children}
          <FormActions>
            <Button type="submit" {...(look && { look })} isBusy={form.isSending}>
              {action}
            </Button>
          </FormActions>
        </Form>
      </div>
    </ContentSection>
  );
}

function AskForLink({ plan, token }: ChangeProps) {
  const isPaused = plan.state === 'paused';
  const [message, setMessage] = useState<string>();
  const ask = async () =>
    setMessage((await call(endpoints.mailPlanLink, { body: { token } })).message);
  return (
    <ContentSection title={isPaused ? 'Change More or Resume' : 'Change More'}>
      <p>
        {`To raise the amount, or to change the cause, the day, or the card${isPaused ? ', or to resume' : ''}, you need a fresh link. We send it to the email address of this donation.`}
      </p>
      {message === undefined ? (
        <div className="row center">
          <WorkButton act={ask}>Email me a link to change it</WorkButton>
        </div>
      ) : (
        <p role="status">{message}</p>
      )}
    </ContentSection>
  );
}

/** What each payment would be with what is typed: what is added is computed anew, and the donor sees the new total. */
function partsTyped(fields: FormFields, plan: PlanPage) {
  const amount = parseAmount(fields.amount ?? '') ?? undefined;
  const isSame = amount === plan.amount && fields.cover !== undefined && plan.cover > 0;
  const cover =
    fields.cover === undefined || amount === undefined
      ? 0
      : isSame
        ? plan.cover
        : coverFor(amount, plan.cardCosts);
  return { amount, cover };
}

function ChangeForm({ plan, token, onChange }: ChangeProps) {
  const canReschedule = plan.state === 'active';
  const mayCover = plan.cardCosts.isCoverOffered || plan.cover > 0;
  const shown = useTypedParts(plan);
  const form = useSiteForm({
    state: {
      ...emptyForm(),
      values: {
        amount: formatCents(plan.amount),
        causeId: plan.cause.id,
        interval: plan.interval,
        ...(plan.cover > 0 && { cover: 'true' }),
      },
    },
    read: (fields: FormFields) => ({
      ...partsTyped(fields, plan),
      causeId: fields.causeId ?? '',
      interval: fields.interval ?? plan.interval,
      nextCharge: fields.nextCharge ?? '',
    }),
    check: (fields: FormFields): Record<string, string> => {
      const { amount, cover } = partsTyped(fields, plan);
      if (amount === undefined) return { amount: notAnAmount(fields.amount ?? '', 2_500) };
      const { max } = plan.limits;
      return amount <= max && amount + cover > max
        ? {
            cover: `With card costs, this would be ${formatCents(amount + cover)}. It must be at most ${formatCents(max)}`,
          }
        : {};
    },
    async send({ amount, cover, causeId, interval, nextCharge }) {
      const changed = await call(endpoints.changePlan, {
        body: {
          token,
          ...(amount !== undefined && amount !== plan.amount && { amount }),
          ...((amount !== plan.amount || cover !== plan.cover) && { cover }),
          ...(causeId !== plan.cause.id && { causeId: readId<CauseId>(causeId) }),
          ...(interval !== plan.interval && { interval: interval as PlanInterval }),
          ...(nextCharge !== '' && { nextCharge }),
        },
      });
      notifySuccess('Your recurring donation was changed.');
      onChange(changed);
    },
  });
  return (
    <FormSection title="Change" form={form} action="Save Changes" look="important">
      <MoneyField
        // Not on change: React does not see one in what a cash register has rewritten.
        onInput={() => shown.refresh(form.ref.current)}
        onAmount={() => form.clearError('amount')}
        usual={{ lowest: plan.amount, most: Math.min(10 * plan.amount, plan.limits.max) }}
        label="Amount"
        name="amount"
        description={`From ${formatCents(plan.limits.min)} to ${formatCents(plan.limits.max)}, from the next payment on. ${lateChange}`}
      />
      {mayCover && (
        <CheckboxField
          name="cover"
          label={
            shown.amount === undefined
              ? 'Add what covers card costs to each payment'
              : `Add ${formatCents(shown.offered)} to each payment so that card costs are covered`
          }
          onChange={() => shown.refresh(form.ref.current)}
        />
      )}
      <p role="status">
        {shown.amount !== undefined &&
          `From the next payment on, ${formatCents(shown.amount + shown.cover)} is charged${shown.cover === 0 ? '' : `: ${formatCents(shown.amount)} for the cause, and ${formatCents(shown.cover)} for card costs`}.`}
      </p>
      <SelectField label="Cause" name="causeId">
        {plan.causes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {canReschedule && (
        <>
          <SelectField label="How Often" name="interval">
            {planIntervals.map((interval) => (
              <option key={interval} value={interval}>
                {intervalWords[interval].choice}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Next Payment"
            name="nextCharge"
            type="date"
            min={plan.days.first}
            max={plan.days.last}
            description="Optional. Another day for the next payment, from which on the interval counts."
          />
        </>
      )}
    </FormSection>
  );
}

/** What each payment would be, as it is typed; `offered` is what would be added with the box checked. */
function useTypedParts(plan: PlanPage) {
  const now = { amount: plan.amount as number | undefined, cover: plan.cover, offered: plan.cover };
  if (plan.cover === 0) now.offered = coverFor(plan.amount, plan.cardCosts);
  const [parts, setParts] = useState(now);
  return {
    ...parts,
    refresh(form: HTMLFormElement | null) {
      const fields = form ? fieldsOf(form) : {};
      const offered = partsTyped({ ...fields, cover: 'true' }, plan).cover;
      setParts({ ...partsTyped(fields, plan), offered });
    },
  };
}

function Pause(props: ChangeProps) {
  const { state } = props.plan;
  if (state === 'paused') return <Resume {...props} />;
  return state === 'active' ? <PauseForm {...props} /> : null;
}

function Resume({ token, onChange }: ChangeProps) {
  async function resume() {
    onChange(await call(endpoints.resumeOwnPlan, { body: { token } }));
    notifySuccess('Your recurring donation goes on.');
  }
  return (
    <ContentSection title="Resume">
      <div className="row center">
        <WorkButton act={resume}>Resume now</WorkButton>
      </div>
    </ContentSection>
  );
}

function LowerForm({ plan, token, onChange }: ChangeProps) {
  const { amount, cover, limits } = plan;
  const form = useSiteForm({
    state: emptyForm(),
    read: (fields: FormFields) => ({ amount: parseAmount(fields.amount ?? '') ?? 0 }),
    check: ({ amount: text = '' }: FormFields): Record<string, string> => {
      const cents = parseAmount(text);
      if (cents === null) return { amount: notAnAmount(text, 2_500) };
      return cents >= limits.min && cents < amount
        ? {}
        : {
            amount: `Must be at least ${formatCents(limits.min)}, and less than ${formatCents(amount)}`,
          };
    },
    async send(body) {
      onChange(await call(endpoints.lowerOwnPlan, { body: { token, amount: body.amount } }));
      notifySuccess('Your recurring donation was lowered.');
    },
  });
  return (
    <FormSection title="Give Less" form={form} action="Lower the amount">
      <MoneyField
        onAmount={() => form.clearError('amount')}
        usual={{ lowest: limits.min, most: amount - 1 }}
        label="New amount"
        name="amount"
        description={`From ${formatCents(limits.min)}, and less than ${formatCents(amount)}, from the next payment on${cover > 0 ? '; what you add for card costs falls with it' : ''}. ${lateChange}`}
      />
    </FormSection>
  );
}

function PauseForm({ plan: { days }, token, onChange }: ChangeProps) {
  const form = useSiteForm({
    state: emptyForm(),
    read: ({ until = '' }: FormFields) => ({ until }),
    check: ({ until = '' }: FormFields): Record<string, string> =>
      until === ''
        ? { until: 'Choose a day' }
        : until < days.first || until > days.last
          ? { until: `Choose a day from ${formatDay(days.first)} to ${formatDay(days.last)}` }
          : {},
    async send({ until }) {
      onChange(await call(endpoints.pauseOwnPlan, { body: { token, until } }));
      notifySuccess('Your recurring donation is paused.');
    },
  });
  return (
    <FormSection title="Pause" form={form} action="Pause">
      <TextField
        label="Pause until"
        name="until"
        type="date"
        min={days.first}
        max={days.last}
        description="Nothing is charged until the day that you choose, in a year at the latest."
      />
    </FormSection>
  );
}

function Card({ token }: ChangeProps) {
  const open = async () =>
    leaveFor((await call(endpoints.changePlanCard, { body: { token } })).url);
  return (
    <ContentSection title="Card">
      <p>You enter another card on the page of our payment provider. We never see its number.</p>
      <div className="row center">
        <WorkButton act={open}>Change the card</WorkButton>
      </div>
    </ContentSection>
  );
}
