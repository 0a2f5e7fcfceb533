import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';

/** Ends the session at a press of Logout, without leaving the page. */
export function watchLogout(onLoggedOut: () => void): void {
  let isBusy = false;
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.logout === undefined) return;
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    call(endpoints.logout)
      .then(onLoggedOut, (error) => notifyError(errorMessage(error)))
      .finally(() => {
        isBusy = false;
      });
  });
}
