import { PDFiumLibrary } from '@hyzyla/pdfium';

/** The text of a PDF, page by page in one string, as a reader that knows nothing of us finds it. */
export async function textOfPdf(base64: string): Promise<string> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(base64, 'base64'));
    const pages: string[] = [];
    for (const page of document.pages()) pages.push(page.getText());
    document.destroy();
    return pages.join('\n').replaceAll('\r', '');
  } finally {
    library.destroy();
  }
}
