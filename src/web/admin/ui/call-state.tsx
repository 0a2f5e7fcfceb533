import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';

interface Call {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

interface CallStateProps {
  call: Call;
  /** What is said after a failure: "The notes could not be loaded." */
  failed: string;
  /** What screen readers hear meanwhile. */
  waiting?: string;
}

/** In the place of what a call returns: that it is on its way, or has failed and can be made again. */
export function CallState({ call, failed, waiting }: CallStateProps) {
  if (call.isPending) return <ProgressRing label={waiting} />;
  return <CallError call={call} failed={failed} />;
}

/** The same where nothing is missed while the call is on its way. */
export function CallError({ call, failed }: Pick<CallStateProps, 'call' | 'failed'>) {
  return call.isError && <ErrorNotice text={failed} onRetry={() => void call.refetch()} />;
}
