import type { ErrorCode } from '#contract/errors.ts';
import type { NominationAction } from '#core/nomination-status.ts';

/**
 * What the money commands ought to do, written a second time in the plainest way: a few lists in memory,
 * one thing after the other. The model test runs both and compares.
 */
export class LedgerModel {
  readonly donations: { cause: number; amount: number; allocated: number }[] = [];
  readonly nominations: { cause: number; status: Status; allocated: number }[] = [];
  readonly allocations: Allocation[] = [];
  /** What each Idempotency-Key stood for first, and the number of the allocation it made. */
  readonly keys = new Map<string, { request: string; allocation: number }>();

  addDonation(cause: number, amount: number): void {
    this.donations.push({ cause, amount, allocated: 0 });
  }

  addNomination(cause: number): void {
    this.nominations.push({ cause, status: 'pending', allocated: 0 });
  }

  /** Answers the number of the allocation: an old one when the key is known. */
  allocate(input: AllocateInput): Outcome {
    const request = JSON.stringify([input.amount, input.donation, input.nomination]);
    return this.#oncePerKey(input.key && `allocate ${input.key}`, request, () => {
      const donation = this.donations[input.donation];
      const nomination = this.nominations[input.nomination];
      if (!donation || !nomination) return { refused: 'not_found' };
      if (nomination.status !== 'accepted') return { refused: 'nomination_cannot_receive' };
      if (donation.cause !== nomination.cause) return { refused: 'different_cause' };
      if (input.amount > donation.amount - donation.allocated) {
        return { refused: 'insufficient_funds' };
      }
      donation.allocated += input.amount;
      nomination.allocated += input.amount;
      this.allocations.push({ ...input, isReleased: false });
      return { allocation: this.allocations.length - 1 };
    });
  }

  release(allocation: number, key: string | null): Outcome {
    return this.#oncePerKey(key && `release ${key}`, String(allocation), () => {
      const found = this.allocations[allocation];
      const donation = this.donations[found?.donation ?? -1];
      const nomination = this.nominations[found?.nomination ?? -1];
      if (!found || !donation || !nomination) return { refused: 'not_found' };
      if (nomination.status === 'completed') return { refused: 'nomination_cannot_receive' };
      if (found.isReleased) return { refused: 'already_released' };
      found.isReleased = true;
      donation.allocated -= found.amount;
      nomination.allocated -= found.amount;
      return { allocation };
    });
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
      return known.request === request
        ? { allocation: known.allocation }
        : { refused: 'idempotency_key_reused' };
    }
    const outcome = work();
    // A refusal does not use the key up: the same call may succeed later.
    if (key !== null && outcome.allocation !== undefined) {
      this.keys.set(key, { request, allocation: outcome.allocation });
    }
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

interface Allocation extends AllocateInput {
  isReleased: boolean;
}

/** How a command ended: refused with a code, or done, naming the allocation it made or released. */
export interface Outcome {
  refused?: ErrorCode;
  allocation?: number;
}
