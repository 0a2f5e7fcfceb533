import { Button } from '@mantine/core';
import classes from '#web/ui/error-notice.module.css';

/** Says in place that something could not be shown, and offers to try again. */
export function ErrorNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className={classes.notice} role="alert">
      <p>{text}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
