import type Stripe from 'stripe';
import type { FakeClock, Span } from '#test/support/stripe/clock.ts';

/** One attempt at the delivery of an event. */
interface Parcel {
  event: Stripe.Event;
  at: number;
}

/** Changes how an event is delivered. */
export type Treatment = (parcel: Parcel) => Parcel[];

/** Which events: of a type, of all types with a beginning such as `invoice.*`, or those that a test names. */
export type Which = string | ((event: Stripe.Event) => boolean);

/** How Stripe's events reach the endpoint. */
export interface Delivery {
  /** From now on, these events are treated so; of several treatments, each gets what the earlier one left. */
  treat(which: Which, treatment: Treatment): void;
  /** Events are delivered once and at once again. */
  treatNormally(): void;
  /** What is due by now, in the order of its arrival; each is handed out once. */
  due(): Stripe.Event[];
  /** An event has happened. */
  add(event: Stripe.Event): void;
}

/** Never arrives. */
export const dropped: Treatment = () => [];

/** Arrives twice. */
export const twice: Treatment = (parcel) => [parcel, parcel];

/** Arrives later. */
export function held({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): Treatment {
  const delay = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return (parcel) => [{ ...parcel, at: parcel.at + delay }];
}

/** Arrives with another body. */
export function changed(change: (event: Stripe.Event) => Stripe.Event): Treatment {
  return (parcel) => [{ ...parcel, event: change(parcel.event) }];
}

/** The same events in an order that the numbers decide; the same numbers give the same order. */
export function reordered(events: Stripe.Event[], random: () => number): Stripe.Event[] {
  return events
    .map((event) => ({ event, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event);
}

export function createDelivery(clock: FakeClock): Delivery {
  const treatments: { which: Which; treatment: Treatment }[] = [];
  let waiting: Parcel[] = [];
  return {
    treat: (which, treatment) => void treatments.push({ which, treatment }),
    treatNormally: () => void treatments.splice(0),
    add(event) {
      let parcels: Parcel[] = [{ event, at: event.created }];
      for (const { which, treatment } of treatments) {
        if (isMeant(which, event)) parcels = parcels.flatMap(treatment);
      }
      waiting.push(...parcels);
    },
    due() {
      clock.catchUp();
      const due = waiting.filter(({ at }) => at <= clock.now());
      waiting = waiting.filter(({ at }) => at > clock.now());
      return due.sort((a, b) => a.at - b.at).map(({ event }) => event);
    },
  };
}

function isMeant(which: Which, event: Stripe.Event): boolean {
  if (typeof which === 'function') return which(event);
  return which.endsWith('*') ? event.type.startsWith(which.slice(0, -1)) : event.type === which;
}
