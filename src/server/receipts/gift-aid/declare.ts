import type { DonationId, DonorId, GiftAidDeclarationId } from '#contract/ids.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import {
  type GiftAidPerson,
  type GiftAidScope,
  type GiftAidWay,
  giftAidWording,
  giftAidWordingVersion,
  writtenPostcode,
} from '#core/receipts/gift-aid.ts';
import { asksForGiftAid, type ReceiptSettings } from '#core/receipts/receipt-profiles.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/* Stores a Gift Aid declaration, with its sentences (decision 0047). */

/** What somebody declares with a donation; the name and the rest of the address are those of the donation. */
type GiftAidInput = Omit<GiftAidPerson, 'firstName' | 'lastName'>;

/** The fields of the donation form about it. */
export interface TypedGiftAid {
  wantsGiftAid?: boolean;
  giftAidTitle?: string;
  giftAidHouse?: string;
  giftAidPostcode?: string;
}

/** Takes the declaration out of a donation form; null if nothing is declared. 400 without a house. */
export function splitGiftAid<Typed extends TypedGiftAid>(
  typed: Typed,
): { giftAid: GiftAidInput | null; details: Omit<Typed, keyof TypedGiftAid> } {
  const {
    wantsGiftAid = false,
    giftAidTitle: title = '',
    giftAidHouse: house = '',
    giftAidPostcode: postcode = '',
    ...details
  } = typed;
  if (!wantsGiftAid) return { giftAid: null, details };
  if (house.trim() === '') {
    throw new AppError('invalid_input', 'A Gift Aid declaration needs your house name or number.', {
      giftAidHouse: 'Required',
    });
  }
  return { giftAid: { title, house, postcode }, details };
}

interface Declaration extends GiftAidPerson {
  address: string;
  scope: GiftAidScope;
  made: GiftAidWay;
  /** 'donor', or 'user:<id>'. */
  recordedBy: string;
  declaredOn: string;
  donorId: DonorId | null;
  checkoutId: DonationId | null;
}

/** Refuses declarations while the charity does not ask for them. */
export function assertGiftAidIsOn(receipts: ReceiptSettings): void {
  if (asksForGiftAid(receipts)) return;
  throw new AppError(
    'gift_aid_off',
    'Gift Aid is not switched on under Settings > Receipts and Tax.',
  );
}

/** Stores a declaration with the sentences that count now. */
export async function storeDeclaration(
  db: Db,
  { scope, postcode, ...said }: Declaration,
  { legalName }: ReceiptSettings,
): Promise<GiftAidDeclarationId> {
  const id = newId<GiftAidDeclarationId>();
  await db
    .insertInto('giftAidDeclarations')
    .values({
      ...said,
      id,
      coversOthers: scope === 'all',
      postcode: writtenPostcode(postcode),
      charityName: legalName,
      wording: giftAidWording(legalName, scope),
      wordingVersion: giftAidWordingVersion,
    })
    // The form was sent again after a lost response.
    .onConflict((conflict) => conflict.column('checkoutId').doNothing())
    .execute();
  return id;
}

/**
 * Keeps what somebody declares on the donation form; it belongs to the donor once the payment has come. Nobody has shown to
 * be the donor, so it is about what is paid with the form, and nothing else of the donor.
 */
export async function declareWithDonation(
  db: Db,
  checkoutId: DonationId,
  giftAid: GiftAidInput,
  donor: { firstName: string; lastName: string; postalAddress?: string },
  { receipts, timeZone }: { receipts: ReceiptSettings; timeZone: string },
): Promise<void> {
  // Somebody switched it off while the form was open: the donation counts, and no tax is claimed.
  if (!asksForGiftAid(receipts)) return;
  const declaration = {
    ...giftAid,
    scope: 'this',
    firstName: donor.firstName,
    lastName: donor.lastName,
    address: donor.postalAddress ?? '',
    made: 'form',
    recordedBy: 'donor',
    declaredOn: isoDayOf(new Date(), timeZone),
    donorId: null,
    checkoutId,
  } as const;
  await db.transaction().execute(async (trx) => {
    // A form that was sent twice may come late: what has ended would keep a declaration that is nobody's.
    const open = await trx
      .selectFrom('checkouts')
      .select('id')
      .where('id', '=', checkoutId)
      .where('status', 'in', ['started', 'pending'])
      .forShare()
      .executeTakeFirst();
    if (open) await storeDeclaration(trx, declaration, receipts);
  });
}
