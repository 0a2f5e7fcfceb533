import type Stripe from 'stripe';
import { move } from '#test/support/stripe/balance.ts';
import { changedMetadata, type Params, textOf } from '#test/support/stripe/form.ts';
import { Refusal } from '#test/support/stripe/refusal.ts';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** A call that refunds a payment, or a part of it. */
export function createRefund(world: World, params: Params): Stripe.Refund {
  const { objects } = world;
  const intent = objects.paymentIntents.find(({ id }) => id === params.payment_intent);
  const charge = objects.charges.find(({ id }) => id === idOf(intent?.latest_charge as string));
  if (!charge?.paid) throw new Refusal('This payment has no successful charge.');
  const gone = objects.refunds
    .filter((refund) => refund.charge === charge.id && refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const left = charge.amount - gone;
  const amount = Number(textOf(params, 'amount') ?? left);
  if (amount > left) {
    throw new Refusal(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`);
  }
  return newRefund(world, charge, {
    amount,
    status: 'succeeded',
    metadata: changedMetadata({}, params),
  }).refund;
}

/** Money goes back to the donor. Stripe keeps its fee. */
export function newRefund(
  world: World,
  charge: Stripe.Charge,
  {
    amount,
    status,
    metadata = {},
  }: { amount: number; status: 'pending' | 'succeeded'; metadata?: Record<string, string> },
): { refund: Stripe.Refund; told: Stripe.Event } {
  const { clock, objects, tell } = world;
  const intent = String(charge.payment_intent);
  const id = `re_${intent.replace('pi_', 'cs_')}_${objects.refunds.length + 1}`;
  const way = { currency: charge.currency, way: 'out' as const };
  const back = move(world, { type: 'refund', amount: -amount, source: id, ...way });
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: back.id,
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer as string | null),
    customer_account: null,
    destination_details: { type: 'card', card: { type: 'refund' } },
    metadata,
    payment_intent: intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
  objects.refunds.push(refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const told = tell('refund.created', refund);
  tell('charge.refunded', charge);
  return { refund, told };
}

/** The outcome of a refund at the donor's bank. */
export function settleRefund(
  world: World,
  refundId: string,
  status: 'succeeded' | 'failed',
): Stripe.Event {
  const refund = find(world.objects.refunds, refundId);
  refund.status = status;
  if (status === 'succeeded') return world.tell('refund.updated', refund);
  const charge = find(world.objects.charges, idOf(refund.charge as string));
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  refund.failure_reason = 'lost_or_stolen_card';
  refund.failure_balance_transaction = move(world, {
    type: 'refund_failure',
    amount: refund.amount,
    currency: refund.currency,
    source: refund.id,
  }).id;
  return world.tell('refund.failed', refund);
}

/** The donor's bank takes money back, or only asks first. */
export function newDispute(
  world: World,
  charge: Stripe.Charge,
  { amount, isInquiry }: { amount: number; isInquiry: boolean },
): Stripe.Event {
  const { account, clock, objects, tell } = world;
  const intent = String(charge.payment_intent);
  const id = `du_${intent.replace('pi_', 'cs_')}_${objects.disputes.length + 1}`;
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: isInquiry ? [] : [takenBy(world, id, charge, -amount)],
    charge: charge.id,
    created: clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: clock.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: account.isLive ?? false,
    metadata: {},
    payment_intent: intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
  objects.disputes.push(dispute);
  charge.disputed = true;
  const told = tell('charge.dispute.created', dispute);
  if (!isInquiry) tell('charge.dispute.funds_withdrawn', dispute);
  return told;
}

/** The bank decides. If the charity wins, the money comes back. */
export function decide(world: World, disputeId: string, status: 'won' | 'lost'): Stripe.Event {
  const dispute = find(world.objects.disputes, disputeId);
  const charge = find(world.objects.charges, idOf(dispute.charge as string));
  dispute.status = status;
  if (status === 'won') {
    dispute.balance_transactions.push(takenBy(world, dispute.id, charge, dispute.amount));
  }
  const told = world.tell('charge.dispute.closed', dispute);
  if (status === 'won') world.tell('charge.dispute.funds_reinstated', dispute);
  return told;
}

function takenBy(
  world: World,
  disputeId: string,
  charge: Stripe.Charge,
  amount: number,
): Stripe.BalanceTransaction {
  const { amount: fee, isReturned } = world.account.disputeFee;
  const isBack = amount > 0;
  const currency = world.account.settles?.currency ?? charge.currency;
  const part = { application: null, currency, description: 'Dispute fee', type: 'stripe_fee' };
  const feeDetails = isBack && !isReturned ? [] : [{ ...part, amount: isBack ? -fee : fee }];
  return move(world, {
    type: 'adjustment',
    category: isBack ? 'dispute_reversal' : 'dispute',
    amount,
    currency: charge.currency,
    way: isBack ? 'back' : 'out',
    source: disputeId,
    feeDetails,
    description: `${isBack ? 'Chargeback reversal' : 'Chargeback withdrawal'} for ${charge.id}`,
  });
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
