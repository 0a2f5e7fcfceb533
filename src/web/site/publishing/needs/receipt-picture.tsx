import type { ReceiptCopy } from '#web/site/publishing/needs/receipt-copies.ts';

interface ReceiptPictureProps {
  /** The copies of one page, from narrow to wide. */
  copies: readonly ReceiptCopy[];
  alternativeText: string;
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string;
  className?: string | undefined;
}

/** A page of a receipt from the smallest file that is sharp enough for its place. */
export function ReceiptPicture({ copies, alternativeText, sizes, className }: ReceiptPictureProps) {
  const modern = copies.filter(({ mediaType }) => mediaType === 'image/webp');
  const plain = copies.filter(({ mediaType }) => mediaType !== 'image/webp');
  const fallback = plain.at(-1) ?? copies.at(-1);
  if (!fallback) return null;
  return (
    <picture>
      {modern.length > 0 && <source type="image/webp" srcSet={addressesOf(modern)} sizes={sizes} />}
      <img
        className={className}
        src={fallback.url}
        srcSet={addressesOf(plain)}
        sizes={sizes}
        width={fallback.width ?? undefined}
        height={fallback.height ?? undefined}
        alt={alternativeText}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

function addressesOf(copies: readonly ReceiptCopy[]): string | undefined {
  if (copies.length === 0) return undefined;
  return copies.map(({ url, width }) => `${url} ${width ?? 1}w`).join(', ');
}
