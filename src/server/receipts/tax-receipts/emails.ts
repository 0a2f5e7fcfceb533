import type { PrintedDocument } from '#core/platform/printed-document.ts';
import { copyOf } from '#core/receipts/receipt-documents.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type Block,
  button,
  compose,
  facts,
  heading,
  type Message,
  writeBack,
} from '#server/platform/mail/compose.ts';
import type { ReceiptChange } from '#server/receipts/tax-receipts/end-receipt.ts';
import type { Obstacle } from '#server/receipts/tax-receipts/policy.ts';

/* Mails about donation receipts. */

/** What a mail about a donation says about taxes: its receipt, or why there is none. */
export type ForTaxes = { document: PrintedDocument; isCopy: boolean } | Obstacle;

/**
 * The receipt in a mail: the same texts as on the PDF, without what the donor typed, because nobody has confirmed the
 * address. Without a receipt, it says so.
 */
export function forTaxes(config: Config, taxes: ForTaxes): Block[] {
  if (taxes === 'address') {
    return [
      `${noReceipt.address}: for that, we need your postal address. Please ${writeBack(config)} with it, and we will send you the receipt.`,
    ];
  }
  if (typeof taxes === 'string') return [`${noReceipt[taxes]}.`];
  return [
    ...printed(taxes.isCopy ? copyOf(taxes.document) : taxes.document),
    'The same receipt with your name on it is a PDF file on the page of your donation, which the link in this email opens.',
  ];
}

/** A receipt without what somebody typed. */
function printed({ title, mark, issuer, blocks }: PrintedDocument): Block[] {
  return [
    heading(title),
    ...(mark === null ? [] : [mark]),
    issuer.join('\n'),
    ...blocks.flatMap((block): Block[] => {
      switch (block.type) {
        case 'facts': {
          const rows = block.rows
            .filter(({ isTyped = false }) => !isTyped)
            .map(({ label, value }): [string, string] => [label, value]);
          return rows.length === 0 ? [] : [facts(rows)];
        }
        case 'signature':
          return [[block.name, block.title].filter((text) => text !== '').join('\n')];
        case 'paragraph':
          return [block.text];
        default:
          return [];
      }
    }),
  ];
}

const received =
  'This email confirms that we received your donation. It is not a receipt for taxes';

const noReceipt: Record<Obstacle, string> = {
  off: received,
  test: 'This was test money, so there is no receipt for taxes',
  returned: 'All of this donation went back to you, so there is no receipt for taxes',
  erased: received,
  unnamed: received,
  address: received,
};

/** What a mail about a refund says about the receipt. */
export function receiptChangeText(change: ReceiptChange): string {
  return change.kind === 'void'
    ? `Receipt No. ${change.number} is void. Please do not use it for your taxes.`
    : `Receipt No. ${change.number} is replaced by receipt No. ${change.by.number}. Please use only the new one for your taxes.`;
}

/** Tells a donor that a receipt is void or replaced, with the new one. */
export function receiptChanged(
  config: Config,
  email: string,
  change: ReceiptChange,
  donationLink: string,
): Message {
  const isVoid = change.kind === 'void';
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: isVoid
      ? `Receipt No. ${change.number} is void`
      : `Your new receipt No. ${change.by.number}`,
    blocks: [
      'Dear donor,',
      receiptChangeText(change),
      button('See where your donation is', donationLink),
      ...(isVoid ? [] : forTaxes(config, { document: change.by.document, isCopy: false })),
      `If you have a question about it, please ${writeBack(config)}.`,
    ],
  });
}

const question = (config: Config) =>
  `If you need it as a PDF file with your name on it, or have a question, please ${writeBack(config)}.`;

/** The receipt of a donation in kind, without what somebody typed about the donor. */
export function inKindReceiptIssued(
  config: Config,
  email: string,
  { number, document }: { number: string; document: PrintedDocument },
): Message {
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: `Your receipt No. ${number}`,
    blocks: [
      'Dear donor,',
      'Thank you for what you gave us. This is the receipt for it:',
      ...printed(document),
      question(config),
    ],
  });
}

/** Tells whoever gave things that their receipt is void, or replaced by this one. */
export function inKindReceiptChanged(
  config: Config,
  email: string,
  change:
    | { kind: 'void'; number: string }
    | { kind: 'replaced'; receipt: { number: string; document: PrintedDocument } },
): Message {
  const isVoid = change.kind === 'void';
  return compose(config, {
    isAboutMoney: true,
    to: email,
    urgency: 'receipt',
    subject: isVoid
      ? `Receipt No. ${change.number} is void`
      : `Your new receipt No. ${change.receipt.number}`,
    blocks: [
      'Dear donor,',
      ...(isVoid
        ? [`Receipt No. ${change.number} is void. Please do not use it for your taxes.`]
        : ['Please use only this receipt for your taxes:', ...printed(change.receipt.document)]),
      question(config),
    ],
  });
}
