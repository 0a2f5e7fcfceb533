import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  limitsOf,
  type Outcome,
  RefusedContentError,
  type Result,
  type Task,
} from '#server/publishing/processing/processing.ts';

/**
 * The process that `runTask` starts: it does one task, responds, and ends. Foreign content is decoded here, where
 * there are no secrets, and where Node refuses every file except the task's and our own code.
 */

// The parent process is gone: nobody wants the result anymore.
process.on('disconnect', () => process.exit(1));

process.once('message', async (task: Task) => {
  const outcome = await attempt(task);
  process.send?.(outcome, () => process.exit(0));
});

declare global {
  namespace NodeJS {
    interface ProcessPermission {
      /** Gives up a right for good; the types of Node do not have it yet. */
      drop(right: string): void;
    }
  }
}

async function attempt(task: Task): Promise<Outcome> {
  const perform = await load(task);
  const watch = new Worker(new URL('./processing-watch.ts', import.meta.url), {
    workerData: limitsOf(task),
  });
  await once(watch, 'online');
  // Everything is loaded. Threads are not bound by the limits on files, so from here on there are no new ones,
  // and no machine code other than ours.
  for (const right of ['worker', 'addon']) process.permission?.drop(right);
  try {
    return { result: await perform() };
  } catch (error) {
    if (error instanceof RefusedContentError) return { refusal: error.message };
    return { refusal: 'This file is damaged: we could not read all of it.' };
  }
}

/** Loads only what the task needs: loading everything would take longer than most tasks. */
async function load(task: Task): Promise<() => Promise<Result>> {
  const { outDir } = task;
  switch (task.name) {
    case 'photo': {
      const { makePhotoCopies } = await pictures();
      return () => makePhotoCopies(task.input, outDir);
    }
    case 'receipt-picture': {
      const { makePagePicture } = await pictures();
      return () => makePagePicture(task.input, outDir);
    }
    case 'redact': {
      const { makeReceiptCopies } = await pictures();
      return () => makeReceiptCopies(task.pages, task.redactions, task.asPdf, outDir);
    }
    case 'receipt-pdf': {
      const { renderPdf } = await import('#server/publishing/processing/render-pdf.ts');
      return () => renderPdf(task.input, outDir);
    }
    case 'mp4':
    case 'mov':
    case 'webm': {
      const { name, input } = task;
      const { cleanVideo } = await import('#server/publishing/processing/clean-video.ts');
      return () => cleanVideo(input, outDir, name);
    }
  }
}

function pictures() {
  return import('#server/publishing/processing/make-pictures.ts');
}
