import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  test,
} from '@playwright/test';
import { signIn } from '#test/support/browser.ts';
import type { Form } from '#test/support/forms.ts';

/**
 * Sends an open form four times: over a broken connection, to a server that refuses a field and then the whole
 * form, and with two clicks. Fails if typed text is lost or if the form is sent twice.
 */
export async function expectNothingLost(
  page: Page,
  context: BrowserContext,
  form: Form,
): Promise<void> {
  await fillIn(page, form);
  const api = (url: URL) => new RegExp(`^${form.api.replaceAll('*', '[^/]+')}$`).test(url.pathname);
  const isIt = (request: Request) => request.method() === (form.method ?? 'POST');

  await test.step('the connection breaks while it is sent', async () => {
    await page.route(api, async (route, request) => {
      if (!isIt(request)) return route.continue();
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await buttonOf(page, form).click();
    await expect(page.getByText('You are offline. Nothing you typed is lost')).toBeVisible();
    await expectKept(page, form);
    await context.setOffline(false);
    await page.unroute(api);
  });

  if (form.field) {
    const [name, label] = form.field;
    await test.step('the server refuses a field', async () => {
      await page.route(api, (route) =>
        route.fulfill(refusal('Please look at it again.', { [name]: 'That will not do.' })),
      );
      await buttonOf(page, form).click();
      await expect(fieldOf(page, form, label)).toHaveAccessibleDescription(/^That will not do\./);
      await expect(fieldOf(page, form, label)).toBeFocused();
      await expectKept(page, form);
      await page.unroute(api);
    });
  }

  if (form.method !== 'DELETE') {
    await test.step('the server refuses all of it', async () => {
      await page.route(api, (route, request) =>
        isIt(request) ? route.fulfill(refusal('Not on a Sunday.')) : route.continue(),
      );
      await buttonOf(page, form).click();
      await expect(page.getByRole('status').getByText('Not on a Sunday.')).toBeVisible();
      await expectKept(page, form);
      await page.unroute(api);
    });
  }

  await test.step('two clicks', async () => {
    let sent = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(api, async (route, request) => {
      if (isIt(request)) sent += 1;
      await held;
      await route.continue();
    });
    const answered = page.waitForResponse((response) => isIt(response.request()));
    await buttonOf(page, form).dblclick({ noWaitAfter: true });
    answer();
    await answered;
    expect(sent).toBe(1);
  });
}

/** Sends an open form after the session has ended. Fails if signing in does not lead back to what was typed. */
export async function expectKeptOverSignIn(
  page: Page,
  context: BrowserContext,
  form: Form,
): Promise<void> {
  await fillIn(page, form);
  await context.clearCookies();
  await buttonOf(page, form).click();
  await expect(page).toHaveURL(/\/auth\/login\?redirectTo=/);
  await signIn(page);
  await expectKept(page, form);
}

const scopeOf = (page: Page, { dialog }: Form): Locator =>
  dialog ? page.getByRole('dialog', { name: dialog }) : page.getByRole('main');

const fieldOf = (page: Page, form: Form, label: string) =>
  scopeOf(page, form).getByLabel(label, { exact: true });

async function fillIn(page: Page, form: Form): Promise<void> {
  for (const [label, text] of Object.entries(form.typed ?? {})) {
    const field = fieldOf(page, form, label);
    if (label !== 'Cause') await field.fill(text);
    else await field.selectOption(decodeURIComponent(new URL(page.url()).hash.slice(1)));
  }
}

async function expectKept(page: Page, form: Form): Promise<void> {
  await expect(scopeOf(page, form)).toBeVisible();
  for (const [label, text] of Object.entries(form.typed ?? {})) {
    const field = fieldOf(page, form, label);
    if (label !== 'Cause') await expect(field).toHaveValue(text);
    else await expect(field).not.toHaveValue('');
  }
  await expect(buttonOf(page, form)).toBeEnabled();
}

// The last one, because the button that opens a form may have the same name and stands before it.
const buttonOf = (page: Page, form: Form) =>
  scopeOf(page, form).getByRole('button', { name: form.button, exact: true }).last();

/** The server cannot be made to refuse just this call, so the browser responds in its place. */
function refusal(message: string, fields?: Record<string, string>) {
  return { status: 400, json: { code: 'invalid_input', message, fields, requestId: 'r' } };
}
