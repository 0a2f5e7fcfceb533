import type { Deposit } from '#contract/giving/deposits.ts';
import { depositStateWords } from '#core/giving/deposits.ts';
import { StatusMark } from '#web/ui/status-mark.tsx';

const shapes = { open: 'ring', closed: 'dot', confirmed: 'tick' } as const;

/** How far a deposit is. */
export function DepositMark({ state }: Pick<Deposit, 'state'>) {
  return <StatusMark shape={shapes[state]} word={depositStateWords[state]} />;
}
