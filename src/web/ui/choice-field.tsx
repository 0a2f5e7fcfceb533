import { Button, NativeSelect, type NativeSelectProps } from '@mantine/core';
import classes from '#web/ui/choice-field.module.css';

interface ChoiceFieldProps extends Omit<NativeSelectProps, 'data'> {
  /** What is asked for: "Choose a cause". */
  prompt: string;
  options: ReadonlyArray<{ id: string; name: string }> | undefined;
  loadingText: string;
  emptyText: string;
  failed: boolean;
  failedText: string;
  onRetry: () => void;
}

/** One of a list that comes from the server: also while it loads, when it fails, and when it is empty. */
export function ChoiceField({
  prompt,
  options,
  loadingText,
  emptyText,
  failed,
  failedText,
  onRetry,
  ...rest
}: ChoiceFieldProps) {
  const first = options === undefined && !failed ? loadingText : prompt;
  return (
    <div>
      <NativeSelect
        {...rest}
        disabled={options === undefined || options.length === 0}
        data={[
          { value: '', label: first },
          ...(options ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {failed && (
        <div className={classes.note} role="alert">
          <span>{failedText}</span>
          <Button variant="default" size="compact-md" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
      {options?.length === 0 && <p className={classes.note}>{emptyText}</p>}
    </div>
  );
}
