/** Opens and closes dialogs where the browser does not know `command` and `closedby` yet, and closes them on leaving. */
export function watchMenu(): void {
  // The header then shows what the menu would.
  if (!('HTMLDialogElement' in window)) return;
  if (!('commandForElement' in HTMLButtonElement.prototype)) {
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button[commandfor]') : null;
      const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
      if (!(dialog instanceof HTMLDialogElement)) return;
      if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
      else dialog.close();
    });
  }
  if (!('closedBy' in HTMLDialogElement.prototype)) {
    document.addEventListener('click', ({ target }) => {
      // The backdrop is part of the dialog; everything else is inside of its panel.
      if (target instanceof HTMLDialogElement && target.hasAttribute('closedby')) target.close();
    });
  }
  // Otherwise, Back would show the page with its menu open.
  window.addEventListener('pagehide', () => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[closedby]')) {
      dialog.close();
    }
  });
}
