import type Stripe from 'stripe';
import { type FakeAccount, newAccount } from '#test/support/stripe/account.ts';
import { type Answer, createApi, type Dealt } from '#test/support/stripe/api.ts';
import { correctFee, payOut } from '#test/support/stripe/balance.ts';
import {
  type BankAnswer,
  cardOf,
  type FakeCard,
  replaceByBank,
  setAnswers,
} from '#test/support/stripe/cards.ts';
import * as checkout from '#test/support/stripe/checkout.ts';
import { createClock, type FakeClock } from '#test/support/stripe/clock.ts';
import { confirm, payAgain } from '#test/support/stripe/collection.ts';
import { createDelivery, type Delivery } from '#test/support/stripe/delivery.ts';
import { eventAbout, type OlderFacts } from '#test/support/stripe/events.ts';
import { type ForeignSubscription, foreignSubscription } from '#test/support/stripe/foreign.ts';
import type { Params } from '#test/support/stripe/form.ts';
import { paymentsOf } from '#test/support/stripe/invoices.ts';
import { changeCard } from '#test/support/stripe/portal.ts';
import { decide, newDispute, newRefund, settleRefund } from '#test/support/stripe/returns.ts';
import {
  type FakeSession,
  find,
  idOf,
  type StripeObjects,
  type World,
} from '#test/support/stripe/world.ts';

/** The objects at Stripe, and actions on them. Most actions return the event that reports them first. */
export interface FakeStripeObjects extends StripeObjects {
  /** What the account is like; a test may change it. */
  account: FakeAccount;
  /** The time at Stripe. */
  clock: FakeClock;
  /** How events reach the endpoint, for tests that do not hand them over one by one. */
  delivery: Delivery;
  /** What bodies of an older version say in addition. */
  olderFacts: OlderFacts;
  /**
   * Deals an object with other fields than it has, such as nulls, in lists and when it is looked up, until `deal` is
   * called without fields; also one that was never created. `hides: true`: the object cannot be found yet. `looksRight`: only lists deal it wrongly.
   */
  deal(
    object: { id: string },
    fields?: Record<string, unknown> & { hides?: boolean; looksRight?: boolean },
  ): void;
  /** The donor's action on the payment page. A bank debit is `unpaid` at first and settles days later. */
  pay(session: FakeSession, method?: 'card' | 'bank debit', card?: FakeCard): Stripe.Event;
  /** The bank refuses the card that the donor entered on the payment page. */
  decline(session: FakeSession, answer: Exclude<BankAnswer, 'approved'>): Stripe.Event;
  settle(session: FakeSession, isPaid: boolean): Stripe.Event;
  expire(session: FakeSession): Stripe.Event;
  /** A refund made on Stripe's dashboard, of a session's payment or of a charge. */
  refund(
    of: FakeSession | Stripe.Charge,
    amount: number,
    status?: 'pending' | 'succeeded',
  ): Stripe.Event;
  /** The bank's outcome of the refund that an event reported. */
  settleRefund(told: Stripe.Event, status: 'succeeded' | 'failed'): Stripe.Event;
  /** The donor's bank takes money back immediately, or only inquires first. */
  dispute(of: FakeSession | Stripe.Charge, amount?: number, isInquiry?: boolean): Stripe.Event;
  /** The bank decides the dispute that an event reported. If it is won, the money is returned. */
  decide(told: Stripe.Event, status: 'won' | 'lost'): Stripe.Event;
  /** A subscription that another system has made at the same account. */
  foreignSubscription(how: ForeignSubscription): Stripe.Subscription;
  /** The subscription that a session has started. */
  subscriptionOf(session: FakeSession): Stripe.Subscription;
  /** The invoices of a subscription, oldest first. */
  invoicesOf(subscription: Stripe.Subscription): Stripe.Invoice[];
  /** The charges of a subscription's customer, oldest first. */
  chargesOf(subscription: Stripe.Subscription): Stripe.Charge[];
  /** What the bank answers to the next charges of a subscription; the last answer stays. */
  bankAnswers(subscription: Stripe.Subscription, ...answers: BankAnswer[]): void;
  /** The bank has replaced the card of a subscription, and Stripe knows the new one. */
  replaceCard(subscription: Stripe.Subscription, card?: FakeCard): Stripe.Event;
  /** The donor enters another card on a page of the customer portal. */
  changeCard(session: Stripe.BillingPortal.Session, card?: FakeCard): Stripe.PaymentMethod;
  /** The donor confirms a payment on the page of an invoice. */
  confirm(invoice: Stripe.Invoice): void;
  /** An invoice is paid a second time. */
  payAgain(invoice: Stripe.Invoice): void;
  /** Stripe takes more for a charge than it said at first, or less if the amount is negative. */
  correctFee(charge: Stripe.Charge, amount: number): Stripe.BalanceTransaction;
  /** Pays out what is available. */
  payOut(): Stripe.Payout[];
}

/** The objects, the actions, and Stripe's responses about them. Ids count from a number. */
export function fakeStripeObjects(firstId = 0): FakeStripeObjects & {
  act(method: string, url: string, params: Params): Answer;
} {
  const objects: StripeObjects = {
    products: [],
    prices: [],
    customers: [],
    paymentMethods: [],
    sessions: [],
    subscriptions: [],
    invoices: [],
    invoicePayments: [],
    paymentIntents: [],
    charges: [],
    refunds: [],
    disputes: [],
    balanceTransactions: [],
    payouts: [],
    portalConfigurations: [],
    webhookEndpoints: [],
    portalSessions: [],
    events: [],
  };
  const account = newAccount();
  const clock = createClock();
  const delivery = createDelivery(clock);
  const ids = new Map<string, number>();
  const dealt = new Map<string, Record<string, unknown>>();
  const world: World = {
    clock,
    account,
    objects,
    firstId,
    hidden: {
      answers: new Map(),
      blocked: new Set(),
      payouts: new Map(),
      prices: new Map(),
      cycles: new Map(),
    },
    id(prefix) {
      const next = (ids.get(prefix) ?? firstId) + 1;
      ids.set(prefix, next);
      return `${prefix}_${next}`;
    },
    tell(type, object, before) {
      const event = eventAbout(object, type, {
        created: clock.now(),
        isLive: account.isLive ?? false,
        ...(before && { before }),
      });
      objects.events.push(event);
      delivery.add(event);
      return event;
    },
  };

  /** The object as Stripe deals it right now, also one that was never created; null if it cannot be found. */
  function asDealt(object: Dealt, isListed: boolean): object | null {
    const { hides, looksRight, ...fields } = dealt.get(object.id) ?? {};
    const isUnknown = !object.object && !dealt.has(object.id);
    if (hides || isUnknown) return null;
    return looksRight && !isListed ? object : { ...object, ...fields };
  }

  function chargeOf(of: FakeSession | Stripe.Charge): Stripe.Charge {
    if (of.object === 'charge') return of;
    const intent = find(objects.paymentIntents, idOf(of.payment_intent as string | null));
    return find(objects.charges, idOf(intent.latest_charge as string | null));
  }

  function cardFor(subscription: Stripe.Subscription): string {
    const card = cardOf(world, subscription);
    if (!card) throw new Error(`${subscription.id} has no card.`);
    return card.id;
  }

  const objectOf = ({ data }: Stripe.Event) => data.object as { id: string };

  return {
    ...objects,
    account,
    clock,
    delivery,
    olderFacts: {
      paymentOf(invoiceId) {
        const [payment] = paymentsOf(world, invoiceId);
        const intent = objects.paymentIntents.find(
          ({ id }) => id === payment?.payment.payment_intent,
        );
        return intent
          ? { paymentIntent: intent.id, charge: idOf(intent.latest_charge as string | null) }
          : null;
      },
      invoiceOf: (paymentIntentId) =>
        idOf(
          objects.invoicePayments.find(({ payment }) => payment.payment_intent === paymentIntentId)
            ?.invoice as string | undefined,
        ),
    },
    deal: (object, fields) => {
      if (fields) dealt.set(object.id, fields);
      else dealt.delete(object.id);
    },
    act: createApi(world, asDealt),
    pay: (session, method = 'card', card = {}) => checkout.pay(world, session, method, card),
    decline: (session, answer) => checkout.declineOnPage(world, session, answer),
    settle: (session, isPaid) => checkout.settle(world, session, isPaid),
    expire: (session) => checkout.expire(world, session),
    refund: (of, amount, status = 'succeeded') =>
      newRefund(world, chargeOf(of), { amount, status }).told,
    settleRefund: (told, status) => settleRefund(world, objectOf(told).id, status),
    dispute(of, amount, isInquiry = false) {
      const charge = chargeOf(of);
      return newDispute(world, charge, { amount: amount ?? charge.amount, isInquiry });
    },
    decide: (told, status) => decide(world, objectOf(told).id, status),
    foreignSubscription: (how) => foreignSubscription(world, how),
    subscriptionOf: (session) =>
      find(objects.subscriptions, idOf(session.subscription as string | null)),
    invoicesOf: ({ id }) =>
      objects.invoices.filter(({ parent }) => parent?.subscription_details?.subscription === id),
    chargesOf: ({ customer }) => objects.charges.filter((each) => each.customer === customer),
    bankAnswers: (subscription, ...answers) => setAnswers(world, cardFor(subscription), answers),
    replaceCard: (subscription, card = {}) => replaceByBank(world, cardFor(subscription), card),
    changeCard: (session, card = {}) => changeCard(world, session, card),
    confirm: ({ id }) => confirm(world, id),
    payAgain: ({ id }) => payAgain(world, id),
    correctFee: ({ id }, amount) => correctFee(world, id, amount),
    payOut: () => payOut(world),
  };
}
