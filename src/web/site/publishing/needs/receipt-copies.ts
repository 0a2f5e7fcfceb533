import type { PublicReceipt } from '#contract/publishing/needs.ts';

/** One public copy of one page of a receipt. */
export type ReceiptCopy = PublicReceipt['copies'][number];

/** The pages of a receipt that can be shown as pictures, each with its copies from narrow to wide. */
export function picturedPages({ copies }: PublicReceipt): ReceiptCopy[][] {
  const pictures = copies.filter(({ mediaType }) => mediaType.startsWith('image/'));
  return [...Map.groupBy(pictures, ({ page }) => page).values()];
}

/** The copies that people download and compare: of each page, the widest one that every program can open. */
export function wholeCopies({ copies }: PublicReceipt): ReceiptCopy[] {
  const common = copies.filter(({ mediaType }) => mediaType !== 'image/webp');
  return common.filter(
    (copy, index) =>
      !common
        .slice(index + 1)
        .some(({ page, mediaType }) => page === copy.page && mediaType === copy.mediaType),
  );
}
