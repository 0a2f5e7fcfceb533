import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

interface QuestionFormProps {
  /** A sentence that says what will happen. */
  text: ReactNode;
  /** The button's label, which says what it does: "Delete", never "OK". */
  action: string;
  /** It can be taken back at any time, so it does not look like danger. */
  isHarmless?: boolean;
  /** The label of the button that does nothing. */
  cancel?: string;
  loading: boolean;
  onClose: () => void;
  onSubmit: (event: FormEvent) => void;
  /** The fields, if there are any. */
  children?: ReactNode;
}

/** What a dialog contains that asks before an action that is not easily undone, with a few fields or none. */
export function QuestionForm(props: QuestionFormProps) {
  const { text, action, isHarmless = false, loading, onClose, onSubmit, children } = props;
  return (
    <form className="stack gap-5" noValidate onSubmit={onSubmit}>
      <p>{text}</p>
      {children}
      <div className="row to-end">
        <Button variant="default" onClick={onClose}>
          {props.cancel ?? 'Cancel'}
        </Button>
        <Button type="submit" color={isHarmless ? undefined : 'clay'} loading={loading}>
          {action}
        </Button>
      </div>
    </form>
  );
}
