import { Picture } from '#web/site/publishing/needs/picture.tsx';
import type { ReceiptCopy } from '#web/site/publishing/needs/receipt-copies.ts';

interface ReceiptPictureProps {
  /** The copies of one page, from narrow to wide. */
  copies: readonly ReceiptCopy[];
  alternativeText: string;
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string;
  className?: string | undefined;
}

/** A page of a receipt from the smallest file that is sharp enough for its place; the widest for browsers of old. */
export function ReceiptPicture({ copies, alternativeText, ...rest }: ReceiptPictureProps) {
  return <Picture picture={{ alternativeText, sources: copies.toReversed() }} {...rest} />;
}
