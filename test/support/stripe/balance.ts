import type Stripe from 'stripe';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** When money can be paid out, in seconds after it moved. */
const settlesAfter = 2 * 86_400;

/** A move of the account's balance. Amounts and fees are in the currency that the account settles in. */
export function move(
  world: World,
  {
    type,
    amount,
    currency,
    source,
    way = 'back',
    feeDetails = [],
    category = type,
    description = null,
  }: {
    type: Stripe.BalanceTransaction.Type;
    amount: number;
    /** Of the amount. */
    currency: string;
    source: string | null;
    /** Which of the two rates of the day is used. */
    way?: 'out' | 'back';
    feeDetails?: Stripe.BalanceTransaction.FeeDetail[];
    category?: string;
    description?: string | null;
  },
): Stripe.BalanceTransaction {
  const { account, clock, objects } = world;
  const rate = account.settles?.rates[way === 'out' ? 0 : 1] ?? 1;
  const settled = account.settles?.currency ?? currency;
  const isConverted = settled !== currency;
  const fee = feeDetails.reduce((sum, part) => sum + part.amount, 0);
  const gross = isConverted ? Math.round(amount * rate) : amount;
  const transaction: Stripe.BalanceTransaction = {
    id: world.id('txn'),
    object: 'balance_transaction',
    amount: gross,
    available_on: clock.now() + settlesAfter,
    balance_type: 'payments',
    created: clock.now(),
    currency: settled,
    description,
    exchange_rate: isConverted ? rate : null,
    fee,
    fee_details: feeDetails,
    net: gross - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  };
  objects.balanceTransactions.push(transaction);
  clock.plan(transaction.available_on, () => {
    transaction.status = 'available';
  });
  return transaction;
}

/** The parts of the fee of a charge, in the currency that the account settles in. */
export function feesOf(
  { account }: World,
  amount: number,
  currency: string,
): Stripe.BalanceTransaction.FeeDetail[] {
  const settled = account.settles?.currency ?? currency;
  const gross =
    settled === currency ? amount : Math.round(amount * (account.settles?.rates[1] ?? 1));
  return account.fees.map(({ type, description, basisPoints, fixed }) => ({
    amount: Math.round((gross * basisPoints) / 10_000) + fixed,
    application: null,
    currency: settled,
    description,
    type,
  }));
}

/** Stripe takes more, or gives back, for a charge whose fee it had told already. */
export function correctFee(
  world: World,
  chargeId: string,
  amount: number,
): Stripe.BalanceTransaction {
  const charge = find(world.objects.charges, chargeId);
  const { currency } = find(world.objects.balanceTransactions, idOf(charge.balance_transaction));
  return move(world, {
    type: 'adjustment',
    amount: -amount,
    currency,
    source: charge.id,
    category: 'fee',
    description: `Correction of the processing fee of ${charge.id}`,
  });
}

/** What Stripe Billing costs comes as a move of its own, two days after the payment that it is for. */
export function planBillingFee(world: World, invoice: Stripe.Invoice): void {
  const { account, clock } = world;
  const amount = Math.round((invoice.amount_paid * account.billingBasisPoints) / 10_000);
  if (amount === 0) return;
  const day = new Date(clock.now() * 1000).toISOString().slice(0, 10);
  clock.plan(clock.now() + 2 * 86_400, () => {
    move(world, {
      type: 'stripe_fee',
      amount: -amount,
      currency: invoice.currency,
      source: null,
      category: 'fee',
      description: `Billing - Usage Fee (${day})`,
    });
  });
}

/** Pays out what is available, in each currency; the payouts, of which none is empty. */
export function payOut(world: World): Stripe.Payout[] {
  const { clock, hidden, objects } = world;
  clock.catchUp();
  const open = objects.balanceTransactions.filter(
    (each) => each.status === 'available' && each.type !== 'payout' && !hidden.payouts.has(each.id),
  );
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const moves = open.filter((each) => each.currency === currency);
    const amount = moves.reduce((sum, { net }) => sum + net, 0);
    if (amount <= 0) return [];
    return [pay(world, amount, currency, moves)];
  });
}

function pay(
  world: World,
  amount: number,
  currency: string,
  moves: Stripe.BalanceTransaction[],
): Stripe.Payout {
  const { account, clock, hidden, objects } = world;
  const id = world.id('po');
  const taken = move(world, {
    type: 'payout',
    amount: -amount,
    currency,
    source: id,
    description: 'STRIPE PAYOUT',
  });
  const payout: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: clock.now() + 86_400,
    automatic: true,
    balance_transaction: taken.id,
    created: clock.now(),
    currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_of_the_charity',
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: account.isLive ?? false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  };
  objects.payouts.push(payout);
  for (const each of [...moves, taken]) hidden.payouts.set(each.id, id);
  world.tell('payout.created', payout);
  clock.plan(payout.arrival_date, () => {
    payout.status = 'paid';
    world.tell('payout.paid', payout);
  });
  return payout;
}
