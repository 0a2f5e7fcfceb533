import type { ReceiptCopy } from '#web/site/publishing/needs/receipt-copies.ts';

interface PictureProps {
  picture: {
    alternativeText: string;
    sources: Pick<ReceiptCopy, 'url' | 'mediaType' | 'width' | 'height'>[];
  };
  /** Its width on the page, as the `sizes` of an image. */
  sizes: string;
  /** For a picture that is visible immediately; all others load when they come near. */
  isFirst?: boolean;
  className?: string | undefined;
}

/** A picture from the smallest file that is sharp enough for its place. */
export function Picture({ picture, sizes, isFirst = false, className }: PictureProps) {
  const { alternativeText, sources } = picture;
  const modern = sources.filter(({ mediaType }) => mediaType === 'image/webp');
  const plain = sources.filter(({ mediaType }) => mediaType !== 'image/webp');
  const fallback = plain[0] ?? sources[0];
  if (!fallback) return null;
  return (
    <picture>
      {modern.length > 0 && <source type="image/webp" srcSet={addressesOf(modern)} sizes={sizes} />}
      <img
        className={className}
        src={fallback.url}
        srcSet={addressesOf(plain.length > 0 ? plain : sources)}
        sizes={sizes}
        width={fallback.width ?? undefined}
        height={fallback.height ?? undefined}
        alt={alternativeText}
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  );
}

function addressesOf(sources: PictureProps['picture']['sources']): string {
  return sources.map(({ url, width }) => `${url} ${width ?? 1}w`).join(', ');
}
