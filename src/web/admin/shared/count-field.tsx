import { NumberInput, type NumberInputProps } from '@mantine/core';

/**
 * A number of something. A comma stays the mark that somebody has typed, because without it `1,5` would be 15, and what is
 * too large stays as well: the form refuses with a sentence what is not meant.
 */
export function CountField(props: NumberInputProps) {
  return (
    <NumberInput
      size="md"
      allowNegative={false}
      allowedDecimalSeparators={['.', ',']}
      clampBehavior="none"
      {...props}
    />
  );
}
