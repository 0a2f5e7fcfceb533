import type { PublicPicture, PublicVideo } from '#contract/publishing/needs.ts';
import { Picture } from '#web/site/publishing/needs/picture.tsx';

/** Photos side by side, as many as fit. */
export function PhotoList({ photos }: { photos: PublicPicture[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="list tiles gap-8">
      {photos.map((photo) => (
        <li key={photo.sources[0]?.url}>
          <figure>
            <Picture
              className="photo"
              picture={photo}
              sizes="(min-width: 992px) 22rem, (min-width: 600px) 45vw, 92vw"
            />
            {photo.caption && <figcaption className="soft above-2">{photo.caption}</figcaption>}
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** Videos as still pictures. A video loads only when someone plays it. */
export function VideoList({ videos }: { videos: PublicVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <ul className="list tiles gap-8">
      {videos.map(({ url, mediaType, caption, alternativeText, still }) => (
        <li key={url}>
          <figure>
            {/* biome-ignore lint/a11y/useMediaCaption: the text below it says what it shows and says */}
            <video
              className="photo"
              controls
              preload="none"
              playsInline
              poster={still?.sources.find(({ mediaType: type }) => type === 'image/jpeg')?.url}
              width={still?.sources[0]?.width}
              height={still?.sources[0]?.height}
              aria-label={alternativeText || caption}
            >
              <source src={url} type={mediaType} />
            </video>
            <figcaption className="soft above-2">{caption || alternativeText}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
