import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  balanceCents,
  day,
  idParams,
  optionalLine,
  optionalText,
  paging,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { donationId, donorId, giftAidClaimId, giftAidDeclarationId } from '#contract/ids.ts';
import {
  type GiftAidScope,
  giftAidScopes,
  giftAidWays,
  isPostcode,
} from '#core/receipts/gift-aid.ts';

/* Gift Aid: declarations of donors, and claiming tax on what they cover. */

const scope = z.enum(Object.keys(giftAidScopes) as [GiftAidScope, ...GiftAidScope[]]);

/** Empty for somebody who lives abroad. */
const postcode = optionalLine(10).refine((text) => text === '' || isPostcode(text), {
  error: 'Must be a postcode of the United Kingdom, such as S19 2BD',
});

/**
 * What the donation form asks of somebody who declares; the name and the rest of the address are on it. Whoever declares
 * has to name the house. It is about this donation alone: anybody can type the address of somebody else.
 */
export const giftAidFields = {
  wantsGiftAid: z.boolean('Must be yes or no').default(false),
  giftAidTitle: optionalLine(20).default(''),
  giftAidHouse: optionalLine(40).default(''),
  giftAidPostcode: postcode.default(''),
};

/** A whole declaration, as a donor makes it on their page. */
/** What a declaration says. */
export const declarationInput = {
  title: optionalLine(20).default(''),
  house: requiredLine(40),
  postcode,
  firstName: requiredLine(100),
  lastName: requiredLine(100),
  address: optionalText(500),
};

/** A declaration. */
export const giftAidDeclaration = z.object({
  id: giftAidDeclarationId,
  scope,
  /** The donation with which it was made. */
  donationId: donationId.nullable(),
  declaredOn: z.iso.date(),
  made: z.enum(
    Object.keys(giftAidWays) as [keyof typeof giftAidWays, ...(keyof typeof giftAidWays)[]],
  ),
  wording: z.string(),
  wordingVersion: z.int(),
  name: z.string(),
  house: z.string(),
  address: z.string(),
  postcode: z.string(),
  /** From this day on, nothing is covered; null while it counts. */
  withdrawnOn: z.iso.date().nullable(),
});
export type GiftAidDeclaration = z.infer<typeof giftAidDeclaration>;

const shared = { tag: 'Gift Aid' } as const;
const ofDonor = { ...shared, params: idParams(donorId) } as const;

/** The declarations of a donor, newest first. */
export const listGiftAidDeclarations = endpoint('GET /api/donors/:id/gift-aid', {
  ...ofDonor,
  access: 'contacts.read',
  summary: 'List the Gift Aid declarations of a donor',
  reads: 'donor',
  response: z.object({
    isAsked: z.boolean(),
    /** What the team reads out, or has on paper. */
    wording: z.string(),
    declarations: z.array(giftAidDeclaration),
  }),
  errors: ['not_found'],
});

/** Records a declaration that a donor made by word or on paper. It covers all donations of the donor. */
export const recordGiftAidDeclaration = endpoint('POST /api/donors/:id/gift-aid', {
  ...ofDonor,
  access: 'money.write',
  recent: false,
  summary: 'Record a Gift Aid declaration of a donor',
  records: { 'gift_aid.declared': 'Recorded a Gift Aid declaration' },
  reads: 'donor',
  body: z.object({
    ...declarationInput,
    made: z.enum(['oral', 'paper'], 'Choose how it was made'),
    declaredOn: day,
  }),
  response: giftAidDeclaration,
  status: 201,
  errors: ['not_found', 'gift_aid_off', 'invalid_input'],
});

/** Ends a declaration, with the day from which on nothing is covered. What was claimed stays claimed. */
export const withdrawGiftAidDeclaration = endpoint('POST /api/gift-aid-declarations/:id/withdraw', {
  ...shared,
  access: 'money.write',
  recent: false,
  summary: 'Withdraw a Gift Aid declaration of a donor',
  records: { 'gift_aid.withdrawn': 'Withdrew a Gift Aid declaration' },
  reads: 'gift-aid',
  params: idParams(giftAidDeclarationId),
  body: z.object({ withdrawnOn: day }),
  response: giftAidDeclaration,
  errors: ['not_found', 'gift_aid_withdrawn', 'invalid_input'],
});

/** A line of the schedule. */
export const giftAidLine = z.object({
  /** The donation. */
  id: donationId,
  receivedOn: z.iso.date(),
  name: z.string(),
  house: z.string(),
  postcode: z.string(),
  /** Below zero for what was claimed before and went back to the donor since. */
  amount: z.int(),
});
export type GiftAidLine = z.infer<typeof giftAidLine>;

const sums = z.object({ lines: z.int(), amount: z.int() });

/** What the charity can claim now, and what it has claimed. */
export const getGiftAid = endpoint('GET /api/gift-aid', {
  ...shared,
  access: 'lists.read',
  summary: 'Show what can be claimed under Gift Aid',
  response: z.object({
    isOn: z.boolean(),
    /** Covered, and not claimed yet. */
    due: sums,
    /** Claimed, and gone back to the donor since; the amount is not below zero. */
    adjustments: sums,
    claims: z.array(
      sums.extend({
        id: giftAidClaimId,
        claimedOn: z.iso.date(),
        claimedBy: z.string(),
        reference: z.string(),
        /** What it takes off for what went back to donors. */
        adjustment: balanceCents,
        undone: z.object({ at: timestamp, reason: z.string() }).nullable(),
      }),
    ),
  }),
});

/** The lines of the next claim, by the ids of their donations. */
export const listGiftAidLines = endpoint('GET /api/gift-aid/lines', {
  ...shared,
  access: 'contacts.read',
  summary: 'List what can be claimed under Gift Aid',
  reads: 'gift-aid',
  query: z.object(paging),
  response: z.array(giftAidLine),
  paged: true,
});

/**
 * Marks everything that is due as claimed. What was exported must be what is due still, or it is refused. Honors
 * `Idempotency-Key`.
 */
export const markGiftAidClaimed = endpoint('POST /api/gift-aid/claims', {
  ...shared,
  access: 'money.write',
  recent: true,
  summary: 'Mark donations as claimed under Gift Aid',
  records: { 'gift_aid.claimed': 'Marked donations as claimed under Gift Aid' },
  body: z.object({
    claimedOn: day,
    reference: optionalLine(100).default(''),
    expectedLines: z.int('Must be a number').min(1, 'There is nothing to claim'),
    /** With adjustments. */
    expectedTotal: z.int('Must be a number'),
  }),
  response: z.object({ id: giftAidClaimId }),
  status: 201,
  errors: ['gift_aid_changed', 'gift_aid_off', 'invalid_input', 'idempotency_key_reused'],
});

/** Undoes the mark, such as after the tax office refused a claim: its donations can be claimed again. */
export const undoGiftAidClaim = endpoint('POST /api/gift-aid/claims/:id/undo', {
  ...shared,
  access: 'money.write',
  recent: true,
  summary: 'Undo the mark of a Gift Aid claim',
  records: { 'gift_aid.claim_undone': 'Undid the mark of a Gift Aid claim' },
  params: idParams(giftAidClaimId),
  body: z.object({ reason: requiredText(500) }),
  errors: ['not_found', 'gift_aid_undone'],
});
