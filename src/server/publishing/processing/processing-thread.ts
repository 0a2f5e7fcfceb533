import { parentPort, workerData } from 'node:worker_threads';
import {
  type Outcome,
  RefusedContentError,
  type Result,
  type Task,
} from '#server/publishing/processing/processing.ts';

/** The thread that does the only task of its process. */

parentPort?.postMessage(await attempt(workerData));

async function attempt(task: Task): Promise<Outcome> {
  try {
    return { result: await perform(task) };
  } catch (error) {
    if (error instanceof RefusedContentError) return { refusal: error.message };
    return { refusal: 'This file is damaged: we could not read all of it.' };
  }
}

/** Loads only what the task needs: loading everything would take longer than most tasks. */
async function perform(task: Task): Promise<Result> {
  const { outDir } = task;
  switch (task.name) {
    case 'photo':
      return (await pictures()).makePhotoCopies(task.input, outDir);
    case 'receipt-picture':
      return (await pictures()).makePagePicture(task.input, outDir);
    case 'redact':
      return (await pictures()).makeReceiptCopies(task.pages, task.redactions, task.asPdf, outDir);
    case 'receipt-pdf':
      return (await import('#server/publishing/processing/render-pdf.ts')).renderPdf(
        task.input,
        outDir,
      );
    case 'mp4':
    case 'webm':
      return (await import('#server/publishing/processing/clean-video.ts')).cleanVideo(
        task.input,
        outDir,
        task.name,
      );
  }
}

function pictures() {
  return import('#server/publishing/processing/make-pictures.ts');
}
