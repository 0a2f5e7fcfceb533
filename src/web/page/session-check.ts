import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';

interface User {
  firstName: string;
  email: string;
}

let isLeaving = false;
window.addEventListener('pagehide', () => {
  isLeaving = true;
});

/**
 * Asks once who is signed in. The server has written its answer into the page; this one counts where the page is older
 * than a sign-in or a logout, for example after Back. If the check fails, so does the site.
 */
export async function checkSession(): Promise<void> {
  try {
    await askWhoIsSignedIn();
  } catch (error) {
    // Leaving the page has ended the call; Back would show what is drawn now.
    if (isLeaving) return;
    showErrorScreen();
    notifyError(errorMessage(error));
  }
}

/**
 * Asks again when Back has brought the page as it was left. A failure changes nothing then: the page was checked when it
 * was loaded, and there may be something typed in it.
 */
export function checkSessionAgain(): void {
  askWhoIsSignedIn().catch(() => {});
}

async function askWhoIsSignedIn(): Promise<void> {
  showUser(await call(endpoints.getSession, { retry: false }));
}

/** Writes who is signed in into the header and the menu. */
export function showUser(user: User | null): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-signed-in]')) {
    part.hidden = user === null;
  }
  setText('[data-email]', user?.email ?? '');
  setText('[data-greeting]', user ? `Hello, ${user.firstName}` : 'Menu');
}

function setText(selector: string, text: string): void {
  for (const element of document.querySelectorAll(selector)) {
    if (element.textContent !== text) element.textContent = text;
  }
}

function showErrorScreen(): void {
  const screen = document.querySelector<HTMLTemplateElement>('template[data-error-screen]');
  if (screen) document.body.replaceChildren(screen.content.cloneNode(true));
}
