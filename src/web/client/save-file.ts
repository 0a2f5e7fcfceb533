import type { PrintedFile } from '#contract/printed-file.ts';

/** Lets the browser save a file that came inside a response, as it saves a download. */
export function saveFile({ name, base64 }: PrintedFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
