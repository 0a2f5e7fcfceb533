import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import '#web/ui/form-fields.css';

/** Rest after the last key before a list is asked for anew, in milliseconds: a short breath in typing. */
const pauseMs = 300;

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** A text that limits a list, passed on when the typing pauses. */
export function FilterText({ value, onChange, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const text = typed.trim();

  // As the page is when the pause ends: a dialog may have been opened since the last key.
  const pass = useEffectEvent(() => {
    if (text !== value) onChange(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the pause anew
  useEffect(() => {
    const timer = setTimeout(pass, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  // The address can change under the field, by Back or by a link; a space just typed is no such change.
  useEffect(() => setTyped((current) => (current.trim() === value ? current : value)), [value]);

  return (
    <TextInput
      {...rest}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
