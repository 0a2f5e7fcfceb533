import { drawDocument } from '#server/platform/pdf/draw-document.ts';
import type { PdfAnswer, PdfTask } from '#server/platform/pdf/draw-pdf.ts';

/** The process that `drawPdf` starts: it draws one document, answers, and ends. */

// The parent process is gone: nobody wants the result anymore.
process.on('disconnect', () => process.exit(1));

process.once('message', async ({ document, madeAt }: PdfTask) => {
  const { bytes, missing } = await drawDocument(document, new Date(madeAt));
  const answer: PdfAnswer = { base64: bytes.toString('base64'), missing };
  process.send?.(answer, () => process.exit(0));
});
