import type { ErrorCode } from '#contract/errors.ts';
import type { NominationAction } from '#core/vetting/nomination-status.ts';

/**
 * What the money commands should do, written a second time in the simplest way: a few lists in memory, one step
 * after another. The model test runs both and compares them.
 */
export class LedgerModel {
  readonly donations: {
    cause: number;
    amount: number;
    allocated: number;
    returned: number;
    /** What of it was refunded, and not taken by a dispute. */
    refunded: number;
  }[] = [];
  readonly nominations: { cause: number; status: Status; allocated: number }[] = [];
  readonly allocations: Allocation[] = [];
  /** What each expense took from which allocation; empty once it is undone. */
  readonly expenses: { nomination: number; shares: Map<number, number> }[] = [];
  /** The request that each Idempotency-Key was first used for, and how it ended. */
  readonly keys = new Map<string, { request: string; outcome: Outcome }>();

  addDonation(cause: number, amount: number): void {
    this.donations.push({ cause, amount, allocated: 0, returned: 0, refunded: 0 });
  }

  addNomination(cause: number): void {
    this.nominations.push({ cause, status: 'pending', allocated: 0 });
  }

  /** Returns the number of the allocation: an existing one if the key is known. */
  allocate(input: AllocateInput): Outcome {
    // What is not there yet has another id than what will have its number.
    const request = JSON.stringify([
      input.amount,
      input.donation in this.donations && input.donation,
      input.nomination in this.nominations && input.nomination,
    ]);
    return this.#oncePerKey(input.key && `allocate ${input.key}`, request, () => {
      const donation = this.donations[input.donation];
      const nomination = this.nominations[input.nomination];
      if (!donation || !nomination) return { refused: 'not_found' };
      if (nomination.status !== 'accepted') return { refused: 'nomination_cannot_receive' };
      if (donation.cause !== nomination.cause) return { refused: 'different_cause' };
      if (input.amount > this.available(input.donation)) {
        return { refused: 'insufficient_funds' };
      }
      donation.allocated += input.amount;
      nomination.allocated += input.amount;
      this.allocations.push({ ...input, held: input.amount });
      return { allocation: this.allocations.length - 1 };
    });
  }

  available(donation: number): number {
    const { amount = 0, allocated = 0, returned = 0 } = this.donations[donation] ?? {};
    return Math.max(0, amount - allocated - returned);
  }

  /** Returns the number of the other donation's allocation. */
  replace({ allocation, donation, amount }: ReplaceInput): Outcome {
    const old = this.allocations[allocation];
    const from = this.donations[old?.donation ?? -1];
    const to = this.donations[donation];
    if (!old || !from || !to) return { refused: 'not_found' };
    if (old.donation === donation) return { refused: 'same_donation' };
    if (old.held === 0) return { refused: 'already_released' };
    if (amount > old.held) return { refused: 'insufficient_funds' };
    if (to.cause !== from.cause) return { refused: 'different_cause' };
    if (amount > this.available(donation)) return { refused: 'insufficient_funds' };
    const unspent = old.held - this.spentOfAllocation(allocation);
    let toCarry = Math.max(0, amount - unspent);
    const made = this.allocations.length;
    for (const { shares } of this.expenses.toReversed()) {
      const carried = Math.min(toCarry, shares.get(allocation) ?? 0);
      if (carried === 0) continue;
      shares.set(allocation, (shares.get(allocation) ?? 0) - carried);
      shares.set(made, carried);
      toCarry -= carried;
    }
    old.held -= amount;
    from.allocated -= amount;
    to.allocated += amount;
    const { nomination } = old;
    this.allocations.push({ amount, donation, nomination, key: null, held: amount });
    return { allocation: made };
  }

  spend(nomination: number, amount: number): Outcome {
    const found = this.nominations[nomination];
    if (!found) return { refused: 'not_found' };
    if (found.status !== 'accepted' && found.status !== 'completed') {
      return { refused: 'nomination_cannot_spend' };
    }
    if (amount > found.allocated - this.spentOf(nomination)) {
      return { refused: 'insufficient_funds' };
    }
    const shares = new Map<number, number>();
    let missing = amount;
    for (const [index, allocation] of this.allocations.entries()) {
      if (allocation.nomination !== nomination) continue;
      const taken = Math.min(missing, allocation.held - this.spentOfAllocation(index));
      if (taken > 0) shares.set(index, taken);
      missing -= taken;
    }
    this.expenses.push({ nomination, shares });
    return {};
  }

  undo(expense: number): Outcome {
    const found = this.expenses[expense];
    if (!found) return { refused: 'not_found' };
    if (found.shares.size === 0) return { refused: 'already_undone' };
    found.shares.clear();
    return {};
  }

  releaseLeftovers(nomination: number): Outcome {
    const found = this.nominations[nomination];
    if (!found) return { refused: 'not_found' };
    if (found.allocated === this.spentOf(nomination)) return { refused: 'nothing_left' };
    for (const [index, allocation] of this.allocations.entries()) {
      if (allocation.nomination === nomination) this.#giveBack(index);
    }
    return {};
  }

  spentOf(nomination: number): number {
    return this.expenses
      .filter((expense) => expense.nomination === nomination)
      .flatMap(({ shares }) => [...shares.values()])
      .reduce((sum, cents) => sum + cents, 0);
  }

  spentOfAllocation(allocation: number): number {
    return this.expenses.reduce((sum, { shares }) => sum + (shares.get(allocation) ?? 0), 0);
  }

  /** The unspent part of an allocation goes back to its donation. */
  #giveBack(allocation: number): void {
    const found = this.allocations[allocation];
    const donation = this.donations[found?.donation ?? -1];
    const nomination = this.nominations[found?.nomination ?? -1];
    if (!found || !donation || !nomination) return;
    const cents = found.held - this.spentOfAllocation(allocation);
    found.held -= cents;
    donation.allocated -= cents;
    nomination.allocated -= cents;
  }

  /** Money that is returned to the donor or comes back; it has already happened, so it cannot be refused. */
  return(donation: number, cents: number): void {
    const found = this.donations[donation];
    if (found) found.returned += cents;
  }

  /** What somebody refunds at the provider. All refunds of a payment are never more than it: such a report is set aside. */
  refundElsewhere(donation: number, cents: number): void {
    const found = this.donations[donation];
    if (!found || found.refunded + cents > found.amount) return;
    found.refunded += cents;
    found.returned += cents;
  }

  /** What an administrator refunds: only what is available. */
  refund(donation: number, amount: number): Outcome {
    const found = this.donations[donation];
    if (!found) return { refused: 'not_found' };
    if (amount > this.available(donation)) return { refused: 'insufficient_funds' };
    this.refundElsewhere(donation, amount);
    return {};
  }

  release(allocation: number, key: string | null): Outcome {
    return this.#oncePerKey(
      key && `release ${key}`,
      String(allocation in this.allocations && allocation),
      () => {
        const found = this.allocations[allocation];
        const donation = this.donations[found?.donation ?? -1];
        const nomination = this.nominations[found?.nomination ?? -1];
        if (!found || !donation || !nomination) return { refused: 'not_found' };
        if (nomination.status === 'completed') return { refused: 'nomination_cannot_receive' };
        if (found.held === 0) return { refused: 'already_released' };
        if (found.held === this.spentOfAllocation(allocation)) return { refused: 'already_spent' };
        this.#giveBack(allocation);
        return { allocation };
      },
    );
  }

  changeStatus(nomination: number, action: NominationAction): Outcome {
    const found = this.nominations[nomination];
    if (!found) return { refused: 'not_found' };
    if (!offered[found.status].includes(action)) {
      return { refused: 'illegal_status_change' };
    }
    if (action === 'reject' && found.allocated > 0) return { refused: 'nomination_holds_money' };
    found.status = ({ accept: 'accepted', reject: 'rejected', complete: 'completed' } as const)[
      action
    ];
    return {};
  }

  #oncePerKey(key: string | null, request: string, work: () => Outcome): Outcome {
    const known = key === null ? undefined : this.keys.get(key);
    if (known) {
      return known.request === request ? known.outcome : { refused: 'idempotency_key_reused' };
    }
    const outcome = work();
    if (key !== null) this.keys.set(key, { request, outcome });
    return outcome;
  }
}

type Status = 'pending' | 'accepted' | 'rejected' | 'completed';

const offered: Record<Status, NominationAction[]> = {
  pending: ['accept', 'reject'],
  accepted: ['reject', 'complete'],
  rejected: ['accept'],
  completed: [],
};

export interface AllocateInput {
  amount: number;
  donation: number;
  nomination: number;
  key: string | null;
}

export interface ReplaceInput {
  allocation: number;
  donation: number;
  amount: number;
}

interface Allocation extends AllocateInput {
  /** What is left of the amount; nothing once it is released. */
  held: number;
}

/** How a command ended: refused with a code, or done, with the number of the allocation it made or released. */
export interface Outcome {
  refused?: ErrorCode;
  allocation?: number;
}
