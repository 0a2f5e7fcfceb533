const secondsInYear = 365 * 24 * 60 * 60;

/** Remembers a press of the button in the cookie notice for a year, and hides it. */
export function watchCookieNotice(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-cookie-notice] button')) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain HTTP
    document.cookie = `CookieConsent=true; path=/; max-age=${secondsInYear}; samesite=lax`;
    document.documentElement.setAttribute('data-cookies-understood', '');
  });
}
