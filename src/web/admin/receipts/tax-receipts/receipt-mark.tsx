import { type ReceiptState, receiptStateWords } from '#core/receipts/receipt-states.ts';
import { StatusMark, type StatusShape } from '#web/ui/status-mark.tsx';

const shapes: Record<ReceiptState, StatusShape> = {
  issued: 'tick',
  void: 'cross',
  replaced: 'stop',
};

/** Whether a receipt counts. */
export function ReceiptMark({ state }: { state: ReceiptState }) {
  return <StatusMark shape={shapes[state]} word={receiptStateWords[state]} />;
}
