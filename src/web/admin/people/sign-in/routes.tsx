import type { RouteObject } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';

/** The pages for signing in, by their addresses. */
export const authRoutes: RouteObject[] = [
  {
    path: paths.login,
    handle: { title: 'Login' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/login-page.tsx')).default,
    }),
  },
  {
    path: paths.forgotPassword,
    handle: { title: 'Forgot Password' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/forgot-password-page.tsx')).default,
    }),
  },
  {
    path: paths.resetPassword,
    handle: { title: 'Reset Password' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/reset-password-page.tsx')).default,
    }),
  },
  {
    path: paths.setup,
    handle: { title: 'Set Up' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/setup-page.tsx')).default,
    }),
  },
  {
    path: paths.confirmAddress,
    handle: { title: 'Confirm Email Address' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/link-pages.tsx')).ConfirmAddressPage,
    }),
  },
  {
    path: paths.stopAddressChange,
    handle: { title: 'Stop Change of Email Address' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/link-pages.tsx')).StopAddressChangePage,
    }),
  },
  {
    path: paths.answerChange,
    handle: { title: 'Answer a Change' },
    lazy: async () => ({
      Component: (await import('#web/admin/people/sign-in/link-pages.tsx')).AnswerChangePage,
    }),
  },
];
