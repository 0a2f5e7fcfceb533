import { ensureWebBuild } from '#test/support/run-main.ts';

/** Builds the web application if a source file is newer: a browser test shows what the code is now. */
export default function setup(): Promise<void> {
  return ensureWebBuild();
}
