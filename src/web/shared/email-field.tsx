import { TextInput, type TextInputProps } from '@mantine/core';

/** Where an email address is typed: the right keypad, and nothing corrected on the way. */
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
