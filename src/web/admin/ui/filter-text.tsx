import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import '#web/admin/ui/form-fields.css';

/** Pause after the last key before the list is requested again, in milliseconds. */
const pauseMs = 300;

interface FilterTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** A text that filters a list. Takes effect when the typing pauses. */
export function FilterText({ value, onChange, ...rest }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const text = typed.trim();

  // Read when the pause ends: a dialog may have opened since the last key.
  const pass = useEffectEvent(() => {
    if (text !== value) onChange(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key restarts the pause
  useEffect(() => {
    const timer = setTimeout(pass, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Back or a link can change the address under the field; a space just typed is no such change.
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
