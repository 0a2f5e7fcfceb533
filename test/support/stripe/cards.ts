import type Stripe from 'stripe';
import { find, idOf, type World } from '#test/support/stripe/world.ts';

/** What the donor's bank answers to a charge. */
export type BankAnswer = 'approved' | 'authentication_required' | SoftDecline | HardDecline;
/** A refusal that may be another one tomorrow. */
export type SoftDecline = 'insufficient_funds' | 'generic_decline' | 'expired_card';
/** A refusal for good: Stripe does not try this card again. */
export type HardDecline = 'lost_card' | 'stolen_card' | 'revocation_of_all_authorizations';

const hardDeclines: BankAnswer[] = [
  'lost_card',
  'stolen_card',
  'revocation_of_all_authorizations',
  'authentication_required',
];

/** Whether Stripe waits for another card, or for the donor, instead of trying again. */
export function isFinal(answer: BankAnswer): boolean {
  return hardDeclines.includes(answer);
}

/** A card, and what its bank will answer: first these, one for each charge, then always the last of them. */
export interface FakeCard {
  brand?: string;
  last4?: string;
  expires?: [month: number, year: number];
  answers?: BankAnswer[];
  /** The name on it. */
  holder?: string;
}

/** What the bank answers to the next charge of a card. */
export function nextAnswer(world: World, paymentMethodId: string): BankAnswer {
  const list = world.hidden.answers.get(paymentMethodId) ?? [];
  return (list.length > 1 ? list.shift() : list[0]) ?? 'approved';
}

/** Sets what the bank of a card answers from now on. */
export function setAnswers(world: World, paymentMethodId: string, list: BankAnswer[]): void {
  world.hidden.answers.set(paymentMethodId, [...list]);
  world.hidden.blocked.delete(paymentMethodId);
}

/** A card that a customer has entered. */
export function newCard(
  world: World,
  customerId: string | null,
  { brand = 'visa', last4 = '4242', expires = [8, 2031], answers: list = [] }: FakeCard,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: world.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: expires[0],
      exp_year: expires[1],
      fingerprint: `${brand}${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.clock.now(),
    customer: customerId,
    customer_account: null,
    livemode: world.account.isLive ?? false,
    metadata: {},
    type: 'card',
  };
  world.objects.paymentMethods.push(method);
  setAnswers(world, method.id, list);
  return method;
}

/** The bank has given the donor a new card, and Stripe has learned its number. */
export function replaceByBank(world: World, paymentMethodId: string, card: FakeCard): Stripe.Event {
  const method = find(world.objects.paymentMethods, paymentMethodId);
  if (!method.card) throw new Error(`${method.id} is no card.`);
  const before = { card: { last4: method.card.last4, exp_year: method.card.exp_year } };
  const [exp_month, exp_year] = card.expires ?? [method.card.exp_month, method.card.exp_year + 4];
  Object.assign(method.card, { exp_month, exp_year, last4: card.last4 ?? '0005' });
  setAnswers(world, method.id, card.answers ?? []);
  return world.tell('payment_method.automatically_updated', method, before);
}

/** The card that a subscription is charged with: its own, or else that of its customer. */
export function cardOf(
  world: World,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | null {
  const customer = find(world.objects.customers, idOf(subscription.customer as string));
  const id =
    idOf(subscription.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method);
  return id === null ? null : find(world.objects.paymentMethods, id);
}
