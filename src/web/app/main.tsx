import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { router } from '#web/app/router.tsx';
import { onSignedOut } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { queryClient } from '#web/client/query-client.ts';
import { sessionQuery } from '#web/client/session.ts';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import '#web/theme/theme.css';

// Load this alongside the page's own script, not after it. The app shell reports a failure.
void queryClient.prefetchQuery(sessionQuery);

onSignedOut(() => {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const { pathname, search } = router.state.location;
  if (pathname !== paths.login) void router.navigate(paths.loginAndReturn(pathname + search));
});

// A new version was deployed while this page was open, and the chunk it requests is gone: reload.
// Not twice in a minute, in case the chunk is missing there too, and never over a form with typed text.
window.addEventListener('vite:preloadError', () => {
  if (document.querySelector('form')) return;
  const key = 'reloaded-at';
  if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < 60_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
});

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
