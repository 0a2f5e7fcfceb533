import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { reloadForNewVersion } from '#web/app/new-version.ts';
import { router } from '#web/app/router.tsx';
import { onSignedOut } from '#web/client/api-client.ts';
import { paths } from '#web/client/paths.ts';
import { queryClient } from '#web/client/query-client.ts';
import { sessionQuery } from '#web/client/session.ts';
import { keepOpenForms } from '#web/shared/kept-forms.ts';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource-variable/fraunces/wght.css';
import '#web/theme/theme.css';

// Load this alongside the page's own script, not after it. The app shell reports a failure.
void queryClient.prefetchQuery(sessionQuery);

onSignedOut(() => {
  keepOpenForms();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const { pathname, search } = router.state.location;
  if (pathname !== paths.login) void router.navigate(paths.loginAndReturn(pathname + search));
});

reloadForNewVersion();

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
