/*
 * Of what a document for donors consists, whether it is drawn or mailed. A PDF draws all of it, and an email has the
 * same texts. Everything in it is text already, so that a document that was kept reads the same when the rules have
 * changed.
 */

/** A line of a {@link PrintedBlock} with facts. */
export interface PrintedFact {
  label: string;
  /** Line breaks are kept. */
  value: string;
  /** Whether the donor typed it: it is on the document, and in no email to an address that nobody has confirmed. */
  isTyped?: true;
}

/** A part of a document. */
export type PrintedBlock =
  | { type: 'paragraph'; text: string }
  | { type: 'heading'; text: string }
  | { type: 'facts'; rows: PrintedFact[] }
  | {
      type: 'table';
      columns: { title: string; isAmount?: true }[];
      rows: string[][];
      /** The last row, which adds the others up. */
      total: string[];
    }
  | { type: 'signature'; name: string; title: string; caption: string };

/** A document for donors, such as a receipt. */
export interface PrintedDocument {
  /** The language of its words, such as `en-US`. */
  language: string;
  title: string;
  /** What has to be seen first, such as that it is a copy; null if there is nothing. */
  mark: string | null;
  /** Who issues it: the name first, then the lines of the address. */
  issuer: string[];
  blocks: PrintedBlock[];
}
