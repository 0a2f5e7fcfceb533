/**
 * Lets callers who ask for the same at the same time share one read, so that a crowd costs the database no more
 * than a few visitors. Nobody gets what was read before they asked: whoever comes during a read shares the next one.
 */
export function sharedRead<Input, Result>(
  read: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  const current = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();
  return (input) => {
    const key = JSON.stringify(input) ?? '';
    const start = () => {
      next.delete(key);
      const reading = read(input).finally(() => current.delete(key));
      current.set(key, reading);
      return reading;
    };
    const before = current.get(key);
    if (!before) return start();
    // Whether it succeeds concerns only those who share it.
    const turn = next.get(key) ?? before.then(start, start);
    next.set(key, turn);
    return turn;
  };
}
