import type { TestPayment } from '#contract/documents.ts';
import { testPaymentPath } from '#contract/pages.ts';
import { formatCents } from '#core/money.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/site/giving/donations/test-payment-page.module.css';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Takes the place of a provider's payment page while nobody is charged. */
export function TestPaymentPage({ payment }: { payment: TestPayment }) {
  const { id, amount, cover, cause, status } = payment;
  const isOpen = status === 'started';
  return (
    <NarrowPage title="Test Payment" lead="Test payment – no card is charged">
      <p className={classes.gift}>
        <strong className="numbers">{formatCents(amount + cover)}</strong>
        {cover > 0 && `${formatCents(amount)} donated`}
        {cause !== '' && ` to ${cause}`}
        {cover > 0 && `, and ${formatCents(cover)} added for card costs`}
      </p>
      {isOpen ? (
        <>
          <p>
            This site has no payment provider yet. Here, you decide how the payment ends. On a live
            site, this is the provider’s page for your card.
          </p>
          <form className={classes.actions} method="post" action={testPaymentPath(id)}>
            <Button type="submit" name="outcome" value="paid" look="important" size="large">
              Pay
            </Button>
            <Button type="submit" name="outcome" value="cancelled" look="plain" size="large">
              Cancel
            </Button>
          </form>
        </>
      ) : (
        <>
          <p>{`This donation is ${status}. There is nothing more to do here.`}</p>
          <p className={classes.actions}>
            <ButtonLink href={paths.donate}>Back to the donation form</ButtonLink>
          </p>
        </>
      )}
    </NarrowPage>
  );
}
