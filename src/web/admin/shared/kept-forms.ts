import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { secretFields } from '#core/platform/secret-fields.ts';
import { useCurrentUser } from '#web/admin/client/session.ts';
import { keepUnansweredCalls } from '#web/admin/client/unanswered-calls.ts';
import { leaving } from '#web/admin/ui/typed-forms.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';

/*
 * When a session ends during work, the page is left for the login page and opened again after it. Every form then
 * has what was typed: it is kept in the tab at that moment only, and for the same person.
 */

interface Kept {
  userId: string | undefined;
  values: Record<string, unknown>;
}

const openForms = new Set<() => void>();

/** Keeps what is typed in all forms of the page. */
export function keepOpenForms(): void {
  for (const keep of openForms) keep();
  keepUnansweredCalls();
  leaving.isMeant = true;
}

/** Makes a form one of those that are kept, and gives it back what was typed before. */
export function useKeptForm<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
): void {
  const userId = useCurrentUser()?.id;
  const keep = useEffectEvent(() => {
    if (!form.isDirty()) return;
    const kept: Kept = { userId, values: withoutSecrets(form.getValues()) };
    keepInTab(storageKey(form), kept);
  });
  const restore = useEffectEvent(() => {
    const key = storageKey(form);
    const kept = readFromTab<Kept>(key);
    if (kept === null) return;
    forgetInTab(key);
    if (kept.userId === userId) form.setValues(kept.values as Partial<Values>);
  });
  useEffect(() => {
    restore();
    const keepThis = () => keep();
    openForms.add(keepThis);
    return () => void openForms.delete(keepThis);
  }, []);
}

/** The same form is at the same address, which also holds the dialogs, and has the same fields. */
function storageKey(form: UseFormReturnType<Record<string, unknown>>): string {
  const { pathname, search } = window.location;
  return `form ${pathname}${search} ${Object.keys(form.getInitialValues()).sort().join(' ')}`;
}

/** Passwords and codes are never stored. */
function withoutSecrets(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secretFields.has(name)));
}
