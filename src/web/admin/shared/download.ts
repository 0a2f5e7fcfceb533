/** As if somebody had clicked on a link to a file: the browser saves it while it arrives. */
export function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
