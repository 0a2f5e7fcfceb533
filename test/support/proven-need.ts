import { publishFile, redactFile, updateFile } from '#contract/publishing/files.ts';
import { publishNomination, savePublicPage } from '#contract/publishing/public-pages.ts';
import { recordExpense } from '#contract/spending/expenses.ts';
import { type Keep, type Site, unique } from '#test/support/browser.ts';
import { pdf, picture } from '#test/support/sample-files.ts';

/** A published need with $60.00 of a donation of $100.00, with an expense of $19.99 and its proof, and a photo. */
export async function aProvenNeed(site: Site) {
  const cause = await site.addCause();
  const donationId = await site.addDonation(cause.id, 10_000);
  const id = await site.addNomination(cause.id, 'Secret Nominee');
  const params = { id };
  await site.accept(id);
  await site.allocate(donationId, id, 6_000);
  const receiptId = await site.upload(id, 'receipt', await pdf(['19.99']));
  const receipt = { params: { id: receiptId } };
  await site.call(redactFile, { ...receipt, body: { nothingToBlackOut: true } });
  await site.settle(receiptId);
  await site.call(publishFile, receipt);
  const photo = { params: { id: await site.upload(id, 'photo', await picture()) } };
  const said = { caption: 'The furnace', alternativeText: 'A furnace in a cellar' };
  const consent = { consentBy: 'Maria', consentScope: 'This website', consentUntil: '' };
  await site.call(updateFile, { ...photo, body: { ...said, ...consent } });
  await site.call(publishFile, photo);
  const payment = { amount: 1_999, payee: 'Miller Heating', paidOn: '2026-01-15' };
  const why = { purpose: 'A furnace', receiptKind: 'vendor_receipt' as const };
  await site.call(recordExpense, {
    params,
    body: { ...payment, ...why, receiptIds: [receiptId] },
  });
  const name = unique('A warm winter');
  const texts = { publicName: name, summary: 'Their heating broke.', story: 'It is warm again.' };
  const body = { ...texts, coverFileId: photo.params.id };
  await site.call(savePublicPage, { params, body });
  await site.call(publishNomination, { params });
  return { id, name, cause, donationId, receiptId, photoId: photo.params.id };
}

/** {@link aProvenNeed} that tests only look at: the same for all of them in a worker. */
export function aNeedToLookAt(keep: Keep, site: Site): ReturnType<typeof aProvenNeed> {
  return keep(`a need of ${site.url}`, () => aProvenNeed(site));
}
