import { Button } from '#web/ui/button.tsx';
import classes from '#web/ui/error-notice.module.css';

/** Says where the content would be that it could not be loaded, and offers to try again. */
export function ErrorNotice({ text, onRetry }: { text: string; onRetry?: () => void }) {
  return (
    <div className={`alarm row gap-5 gap-y-3 center ${classes.notice}`} role="alert">
      <p>{text}</p>
      {onRetry && (
        <Button look="plain" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
