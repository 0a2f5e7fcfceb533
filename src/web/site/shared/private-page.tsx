import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { isRefusal } from '#web/client/api-client.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { useLinkSecret } from '#web/shared/use-link-secret.ts';
import { ContentPage } from '#web/site/shared/content-page.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ContentRing } from '#web/ui/progress-ring.tsx';

interface PrivatePageProps<Data> {
  /** Where the tab keeps the secret of the link. */
  secretKey: string;
  load: (token: string) => Promise<Data>;
  /** What the link is to, such as "Your donation". */
  name: string;
  /** What a browser without script can do instead. */
  withoutScript: string;
  /** Shown for a link that does not work; `open` tries another secret. */
  wrongLink: (options: { isMissing: boolean; open: (token: string) => void }) => ReactNode;
  children: (options: { data: Data; token: string; onChange: (data: Data) => void }) => ReactNode;
}

/** As the heading of the page that is loading is written. */
const inTitleCase = (name: string) => name.replace(/ ./g, (letter) => letter.toUpperCase());

/** What is behind a private link whose secret only the browser has. Another link to the same page loads it anew. */
export function PrivatePage<Data>({
  secretKey,
  load,
  name,
  withoutScript,
  wrongLink,
  children,
}: PrivatePageProps<Data>) {
  const linked = useLinkSecret(secretKey);
  // Instead of that of the address, until another link is followed.
  const [opened, setOpened] = useState<{ instead: string | null; token: string }>();
  const token = opened && opened.instead === linked ? opened.token : linked;
  const [data, setData] = useState<Data>();
  const [error, setError] = useState<unknown>();

  const start = useEffectEvent((of: string) => load(of));
  const loadFor = useCallback((of: string) => {
    setError(undefined);
    setData(undefined);
    start(of).then(setData, setError);
  }, []);
  useEffect(() => {
    if (token) loadFor(token);
  }, [token, loadFor]);

  if (token && data !== undefined) return children({ data, token, onChange: setData });
  if (token === '' || isRefusal(error, 'invalid_token')) {
    return wrongLink({
      isMissing: token === '',
      open: (fresh) => setOpened({ instead: linked, token: fresh }),
    });
  }
  return (
    <ContentPage>
      <h1>{inTitleCase(name)}</h1>
      {token && error !== undefined ? (
        <ErrorNotice
          text={`${name} could not be loaded. ${errorMessage(error)}`}
          onRetry={() => loadFor(token)}
        />
      ) : (
        <>
          <ContentRing label={`Loading ${name.charAt(0).toLowerCase()}${name.slice(1)}`} />
          <noscript>
            <p>{`To show this private page, your browser needs JavaScript. ${withoutScript}`}</p>
          </noscript>
        </>
      )}
    </ContentPage>
  );
}
