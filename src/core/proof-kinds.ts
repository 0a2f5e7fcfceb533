/** Who wrote the proof of a payment, and how that is called. The public sees which. */
export const proofKinds = {
  vendor_receipt: 'Receipt of the vendor',
  statement: 'Statement of an account',
  organiser_note: "Organiser's note",
} as const;

/** One of the keys of {@link proofKinds}. */
export type ProofKind = keyof typeof proofKinds;
