/** Lets Ctrl+Enter (⌘+Enter) in a field of several lines send its form, unless it has several buttons that send it. */
export function sendByKeys(): void {
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, target, isComposing }) => {
    if (key !== 'Enter' || !(ctrlKey || metaKey) || isComposing) return;
    if (!(target instanceof HTMLTextAreaElement)) return;
    const buttons = target.form?.querySelectorAll<HTMLButtonElement>('[type="submit"]') ?? [];
    if (buttons.length === 1) buttons[0]?.click();
  });
}
