import {
  type Answer,
  RefusedContentError,
  type Result,
  type Task,
  workLimitMs,
} from '#server/files/processing.ts';

/** The process that `runTask` starts: does one task, answers, ends. */

// A picture of 50 megapixels takes about 200 MB; what needs more than this is after our memory.
const memoryLimitBytes = 400 * 1024 * 1024;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const isTooLong = user + system > workLimitMs * 1_000;
  if (isTooLong || process.memoryUsage.rss() > memoryLimitBytes) process.exit(1);
}, 50).unref();
// Whoever started us is gone: nobody wants the result any more.
process.on('disconnect', () => process.exit(1));

process.once('message', (task: Task) => {
  void perform(task)
    .then((result): Answer => ({ result }))
    .catch(
      (error): Answer => ({
        refusal:
          error instanceof RefusedContentError
            ? error.message
            : 'This file is damaged: we could not read all of it.',
      }),
    )
    .then((answer) => process.send?.(answer, () => process.exit(0)));
});

/** Loads what the task needs and no more: loading all of it would take longer than most tasks. */
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
      return (await import('#server/files/render-pdf.ts')).renderPdf(task.input, outDir);
    case 'mp4':
      return (await import('#server/files/clean-mp4.ts')).cleanMp4(task.input, outDir);
    case 'webm':
      return (await import('#server/files/clean-webm.ts')).cleanWebm(task.input, outDir);
  }
}

function pictures() {
  return import('#server/files/make-pictures.ts');
}
