import classes from '#web/admin/overview/first-steps/first-steps-section.module.css';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';

/** Something to type on the server, which can be copied. */
export function Command({ text }: { text: string }) {
  return (
    <div className={`row unwrapped gap-2 between start ${classes.command}`}>
      <pre>{text}</pre>
      <CopyButton text={text} what={text} />
    </div>
  );
}
