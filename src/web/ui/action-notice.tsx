import classes from '#web/ui/action-notice.module.css';
import { TextButton } from '#web/ui/text-button.tsx';

interface ActionNoticeProps {
  text: string;
  action: string;
  onAction: () => void;
}

/** The content of a notice that offers an action. */
export function ActionNotice({ text, action, onAction }: ActionNoticeProps) {
  return (
    <span className={`row gap-y-0 baseline ${classes.notice}`}>
      <span>{text}</span>
      <TextButton onClick={onAction}>{action}</TextButton>
    </span>
  );
}
