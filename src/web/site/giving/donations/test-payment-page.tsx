import type { TestPayment } from '#contract/documents.ts';
import { testPaymentPath } from '#contract/pages.ts';
import { intervalWords } from '#core/plans/plans.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/test-payment-page.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Takes the place of a provider's payment page while nobody is charged. */
export function TestPaymentPage({ payment, timeZone }: { payment: TestPayment; timeZone: string }) {
  const { id, amount, cover, cause, need, status, plan } = payment;
  const isOpen = status === 'started';
  return (
    <NarrowPage title="Test Payment" lead="Test payment – no card is charged">
      <p className={`lead above-5 below-5 ${classes.donation}`}>
        <strong className="numbers">{formatCents(amount + cover)}</strong>
        {cover > 0 && `${formatCents(amount)} donated`}
        {need ? ` for “${need.name}”` : cause !== '' && ` to ${cause}`}
        {cover > 0 && `, and ${formatCents(cover)} added for card costs`}
        {plan && `, every ${intervalWords[plan.interval].every}`}
      </p>
      {isOpen ? (
        <>
          <p>
            This site has no payment provider yet. Here, you decide how the payment ends. On a live
            site, this is the provider’s page for your card.
          </p>
          <form className="row gap-4 above-6" method="post" action={testPaymentPath(id)}>
            <Button type="submit" name="outcome" value="paid" look="important" size="large">
              Pay
            </Button>
            <Button type="submit" name="outcome" value="cancelled" look="plain" size="large">
              Cancel
            </Button>
          </form>
        </>
      ) : plan && (plan.state === 'active' || plan.state === 'failing') ? (
        <NextPayment id={id} plan={plan} timeZone={timeZone} />
      ) : (
        <>
          <p>{`This ${plan ? (plan.state === 'ended' ? 'recurring donation has ended' : `recurring donation is ${plan.state}`) : `donation is ${status}`}. There is nothing more to do here.`}</p>
          <p className="row gap-4 above-6">
            <ButtonLink href={paths.donate}>Back to the donation form</ButtonLink>
          </p>
        </>
      )}
    </NarrowPage>
  );
}

interface NextPaymentProps {
  id: TestPayment['id'];
  plan: NonNullable<TestPayment['plan']>;
  timeZone: string;
}

/** Lets the day of the next payment come, and decides what the bank says to it. */
function NextPayment({ id, plan, timeZone }: NextPaymentProps) {
  const { state, nextChargeAt, paid } = plan;
  const isFailing = state === 'failing';
  return (
    <>
      <p>
        {isFailing
          ? 'The bank did not approve the payment. Here, you decide how the next try ends.'
          : `${countOf(paid, 'payment has', 'payments have')} come. The next one is on ${nextChargeAt === null ? 'no day' : formatDate(nextChargeAt, timeZone)}. Here, you move the clock to that day, and decide how the payment ends. It is recorded with today’s date.`}
      </p>
      <form className="row gap-4 above-6" method="post" action={testPaymentPath(id)}>
        <input type="hidden" name="paid" value={paid} />
        <Button type="submit" name="next" value="paid" look="important" size="large">
          {isFailing ? 'The next try succeeds' : 'The next payment succeeds'}
        </Button>
        {isFailing ? (
          <Button type="submit" name="next" value="given-up" look="plain" size="large">
            All tries fail
          </Button>
        ) : (
          <Button type="submit" name="next" value="failed" look="plain" size="large">
            The next payment fails
          </Button>
        )}
      </form>
    </>
  );
}
