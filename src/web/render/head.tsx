import { renderToStaticMarkup } from 'react-dom/server';
import type { Frame, View } from '#contract/documents.ts';
import type { PageHead } from '#contract/pages.ts';
import { type SiteInfo, siteInfoElementId } from '#contract/site.ts';
import { JsonBlock } from '#web/ui/json-block.tsx';

const trialNotice = 'This site is a trial: no card is charged, and no money on it is real.';

const sharedPicture = {
  url: '/share.png',
  width: 1200,
  height: 630,
  text: 'The path of a donation: to a cause, to a person, to a receipt',
};

/** The `<head>`: what must be there before the first paint, and what a search result or a shared link shows. */
export function drawHead(view: View, frame: Frame, islands: readonly string[]): string {
  const { site, publicUrl, head, assets } = frame;
  const ownTitle = head?.title ?? frame.title;
  const title = ownTitle === null ? site.name : `${ownTitle} | ${site.name}`;
  const scripts = islands.flatMap((name) => assets.islands[name] ?? []);
  return renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#161d19" media="(prefers-color-scheme: dark)" />
      {assets.script !== null && <script src="/before-paint.js" />}
      {assets.styles.map((address) => (
        <link key={address} rel="stylesheet" href={address} />
      ))}
      {assets.fonts.map((address) => (
        <link
          key={address}
          rel="preload"
          href={address}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      ))}
      <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {head === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <SharedLink site={site} publicUrl={publicUrl} head={head} title={title} />
      )}
      {view.page === 'application' && <JsonBlock id={siteInfoElementId} value={site} />}
      {assets.script !== null && <script type="module" src={assets.script} />}
      {[...new Set(scripts)].map((address) => (
        <link key={address} rel="modulepreload" href={address} fetchPriority="low" />
      ))}
    </head>,
  );
}

interface SharedLinkProps {
  site: SiteInfo;
  publicUrl: string;
  head: PageHead;
  title: string;
}

function SharedLink({ site, publicUrl, head, title }: SharedLinkProps) {
  const address = publicUrl + head.path;
  const { picture = sharedPicture } = head;
  // A shared link shows neither the banner nor the page: it must not promise real money for a trial.
  const description = site.isTrial ? `${trialNotice} ${head.description}` : head.description;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={publicUrl + picture.url} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.text} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
