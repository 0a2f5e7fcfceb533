import '#web/client/book-currency.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { paths } from '#web/admin/client/paths.ts';
import { queryClient } from '#web/admin/client/query-client.ts';
import { forgetSession, sessionQuery } from '#web/admin/client/session.ts';
import { keepOpenForms } from '#web/admin/shared/kept-forms.ts';
import { cssVariablesResolver, theme } from '#web/admin/ui/theme.ts';
import { keepFocus } from '#web/app/keep-focus.ts';
import { reloadForNewVersion } from '#web/app/new-version.ts';
import { router } from '#web/app/router.tsx';
import { sendByKeys } from '#web/app/send-by-keys.ts';
import { onSignedOut } from '#web/client/api-client.ts';
import { watchFrame } from '#web/page/frame.ts';
import { watchLogout } from '#web/page/logout.ts';
import '@fontsource-variable/figtree/wght.css';
import '@fontsource/fraunces/600.css';
import '#web/theme/tokens.css';
import '#web/theme/base.css';
import '#web/theme/layout.css';
import '#web/theme/components.css';
import '#web/admin/ui/application.css';

/* Starts the application: sign-in and the admin area. */

// Load this alongside the page's own script, not after it. The app shell reports a failure.
void queryClient.prefetchQuery(sessionQuery);

onSignedOut(() => {
  keepOpenForms();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  const { pathname, search } = router.state.location;
  if (pathname !== paths.login) void router.navigate(paths.loginAndReturn(pathname + search));
});

reloadForNewVersion();
watchFrame();
keepFocus();
sendByKeys();
watchLogout(() => forgetSession(queryClient));

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');
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
