import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** How many dialogs a form stands on: 0 on a page, none once its dialog closes. */
export const DialogDepth = createContext<number | null>(0);

const forms = new Set<{ depth: number; isTyped: () => boolean }>();

/** Makes a form one of those that ask before they are left: whether somebody has typed in it what is not sent. */
export function useTypedForm(isTyped: () => boolean): void {
  const depth = useContext(DialogDepth);
  const look = useEffectEvent(isTyped);
  useEffect(() => {
    if (depth === null) return;
    const form = { depth, isTyped: () => look() };
    forms.add(form);
    return () => void forms.delete(form);
  }, [depth]);
}

/** Whether something is typed in a dialog or in one over it; in anything, for 0. */
export function isTypedFrom(lowest: number): boolean {
  return [...forms].some(({ depth, isTyped }) => depth >= lowest && isTyped());
}

/** `ask` asks before what is typed is lost. What leaves while `isMeant` is no slip, or has kept it, and takes that back. */
export const leaving = { isMeant: false, ask: (leave: () => void) => leave() };
