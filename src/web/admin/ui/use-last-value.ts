import { useState } from 'react';

/** The value, or the last one there was, so that a dialog keeps its content while it closes. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
