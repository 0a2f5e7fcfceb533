import type { Deposit } from '#contract/giving/deposits.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

/** How far a deposit is. */
export function DepositMark({ state }: Pick<Deposit, 'state'>) {
  if (state === 'confirmed') return <StatusMark shape="tick" word="Confirmed" />;
  if (state === 'closed') return <StatusMark shape="dot" word="To be confirmed" />;
  return <StatusMark shape="ring" word="Open" />;
}
