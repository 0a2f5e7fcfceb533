import { TextInput, type TextInputProps } from '@mantine/core';

/** An email address: with the right keypad and without autocorrection. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label="Email Address"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  );
}
