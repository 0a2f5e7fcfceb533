import type { ReceiptKind } from '#core/receipts/receipt-kinds.ts';
import type { Scene } from './draw-scenes.ts';
import { proofsOfGroups } from './proofs-of-groups.ts';
import { proofsOfPeople } from './proofs-of-people.ts';

/** An expense for a need; its receipt is drawn from the same words. */
export interface PaymentStory {
  daysAgo: number;
  payee: string;
  address: string;
  purpose: string;
  receiptKind: ReceiptKind;
  as: 'pdf' | 'picture';
  /** The person named on the receipt: blacked out for the public. */
  customer: string;
  /** An account or card number: blacked out, too. */
  number: string;
  items: [text: string, dollars: number][];
  /** It pays what a bank has taken already. */
  paysCardCosts?: true;
  /** The receipt was uploaded, and nobody has checked it yet. */
  isUnpublished?: true;
}

interface PhotoStory {
  scene: Scene;
  caption: string;
  alternativeText: string;
}

/** What happened to a need after money was allocated to it. The first photo is the cover. */
export interface ProofStory {
  nominee: string;
  payments: PaymentStory[];
  /** Why the rest went back to the donations. */
  released?: string;
  page?: { publicName: string; summary: string; story: string };
  photos?: PhotoStory[];
  /** A film, with a drawing as its still picture. */
  film?: PhotoStory & { path: string };
}

export const proofs: ProofStory[] = [...proofsOfPeople, ...proofsOfGroups];
