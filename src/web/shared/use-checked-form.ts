import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#web/client/api-client.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '#web/client/idempotency-keys.ts';
import { notifyError } from '#web/client/notices.ts';
import { type LoadSchema, readBy, schemaErrors } from '#web/client/schema-errors.ts';
import { createSendOnce, isSame, submitterOf } from '#web/client/send-once.ts';

/** What a form is checked by, and how it is sent. */
export interface FormRules<Values, Input, Errors> {
  /**
   * Loads the contract's schema of what is sent, while the person fills in the form, so that it does not delay
   * the first paint.
   */
  schema?: LoadSchema;
  /** Rules that the schema does not know. Returns messages by field name. */
  check?: (values: Values) => Errors;
  /**
   * Sends the form; a rejection keeps everything as it was typed. The key stays the same for the same content
   * until a response arrives, for calls that must not be booked twice.
   */
  send: (input: Input, idempotencyKey: string, values: Values) => Promise<unknown>;
}

interface CheckedForm<Values, Input, Errors> extends FormRules<Values, Input, Errors> {
  /** What is typed. */
  read: () => Values;
  toInput: (values: Values) => Input;
  /** Shows messages under their fields and focuses the first field; false if no message has a field. */
  showErrors: (errors: Errors | Record<string, string>) => boolean;
  /** Says that it was refused or failed, beyond what is under the fields. */
  onRefused: (error: unknown, values: Values) => void;
  /** Empties it for the next: what is pressed meanwhile waits for its turn. Not called if something else is typed by then. */
  startAnew?: (() => void) | undefined;
  setSending: (isSending: boolean) => void;
  /** The call that it makes, and the keys of such calls; by default, those of this form alone. */
  about?: unknown;
  keys?: IdempotencyKeys;
}

/**
 * Every form: validated on submit, sent once no matter how often its button is pressed, with the server's messages under
 * the fields like its own.
 */
export function useCheckedForm<
  Values extends Readonly<Record<string, unknown>>,
  Input,
  Errors extends object,
>({
  read,
  toInput,
  schema,
  check,
  send,
  showErrors,
  onRefused,
  startAnew,
  setSending,
  about,
  keys: shared,
}: CheckedForm<Values, Input, Errors>) {
  const [own] = useState(createIdempotencyKeys);
  const keys = shared ?? own;
  const [sendOnce] = useState(() => createSendOnce(read));

  // If the rules cannot be loaded, the server checks them.
  const loadRules = useEffectEvent(async () => schema?.().catch(() => undefined));
  useEffect(() => {
    const load = () => void loadRules();
    document.addEventListener('focusin', load, { once: true });
    return () => document.removeEventListener('focusin', load);
  }, []);

  /** Sends what was in it at the press; `createSendOnce` says what it returns. */
  async function submit(values: Values): Promise<Values[] | null> {
    const isShown = () => startAnew === undefined || isSame(read(), values);
    const input = toInput(values);
    const rules = await schema?.().catch(() => undefined);
    const errors = { ...(await schemaErrors(rules, input, values)), ...check?.(values) };
    // Of what is no longer in it, the server says what is wrong.
    if (isShown() && showErrors(errors as Errors)) return null;
    try {
      await keys.send([about, await readBy(rules, input)], (key) => send(input, key, values));
    } catch (error) {
      onRefused(error, values);
      if (isShown() && error instanceof ApiError && error.data?.fields) {
        showErrors(error.data.fields);
      }
      return null;
    }
    if (!(startAnew && isShown())) return [values];
    startAnew();
    return [values, read()];
  }

  return (event: FormEvent) => {
    event.preventDefault();
    void sendOnce(
      async (values) => {
        setSending(true);
        return submit(values).finally(() => setSending(false));
      },
      submitterOf(event),
      startAnew ? undefined : () => notifyError('Not sent: what you sent before is on its way.'),
    );
  };
}
