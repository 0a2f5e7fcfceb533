import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/*
 * What is typed and not sent, and the question before it is lost: by Escape, beside a dialog or by its mark, by Back, and
 * by a link. "Cancel" is no slip, and asks nothing.
 */

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

/** Whether what leaves next is meant to, or has kept what is typed. Whatever leaves takes it back. */
export const nextLeave = { isMeant: false };

interface Question {
  leave: () => void;
  stay: () => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();

function ask(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** Asks before something is lost. Whoever leaves instead of answering, such as by Back, stays. */
export function askToLeave(leave: () => void, stay: () => void = () => {}): void {
  if (question === null) ask({ leave, stay });
  else {
    stay();
    answerToLeave(false);
  }
}

/** Does what was asked about, or not. */
export function answerToLeave(leaves: boolean): void {
  const asked = question;
  ask(null);
  if (leaves) asked?.leave();
  else asked?.stay();
}

/** Whether it is asked right now. */
export function useIsAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question !== null,
  );
}
