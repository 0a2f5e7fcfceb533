import { useEffect, useState } from 'react';
import type { PreviewedConsentPage } from '#contract/publishing/previews.ts';
import type { ConsentScope } from '#core/vetting/consent.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import classes from '#web/site/vetting/consent-page/page-frame.module.css';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface PageFrameProps {
  title: string;
  token: string;
  /** What may show; null for what everybody can see now, or could if the page were published as it is. */
  limits: ConsentScope | null;
}

/** The page itself, as everybody sees it or would. Nothing in it runs or opens. */
export function PageFrame({ title, token, limits }: PageFrameProps) {
  const [shown, setShown] = useState<PreviewedConsentPage | string>();
  const key = JSON.stringify(limits);
  useEffect(() => {
    let isNewest = true;
    const show = (what: PreviewedConsentPage | string) => isNewest && setShown(what);
    call(endpoints.previewConsentPage, { body: { token, limits: JSON.parse(key) } }).then(
      show,
      (error) => show(errorMessage(error)),
    );
    return () => {
      isNewest = false;
    };
  }, [token, key]);
  if (shown === undefined) return <ProgressRing />;
  if (typeof shown === 'string') return <p role="alert">{shown}</p>;
  if (shown.html === null) {
    return (
      <p role="status">
        {shown.named === null
          ? 'Nothing is written yet.'
          : `What we wrote has “${shown.named}” in it (${shown.where}). So without the name, others see nothing until we have written it anew.`}
      </p>
    );
  }
  const scheme = document.documentElement.getAttribute('data-mantine-color-scheme') ?? 'light';
  return (
    <iframe
      className={classes.frame}
      title={title}
      // Same origin only so that its styles, fonts, and pictures load.
      sandbox="allow-same-origin"
      srcDoc={shown.html
        .replace(
          '<html lang="en"',
          // The page around it has the notice about cookies already.
          `<html lang="en" data-cookies-understood data-mantine-color-scheme="${scheme}"`,
        )
        // Otherwise, links would open in the frame.
        .replace('<head>', '<head><base target="_blank">')}
    />
  );
}
