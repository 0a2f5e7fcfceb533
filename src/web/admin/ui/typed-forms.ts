import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** The forms in a dialog: each says whether somebody has typed something in it that is not sent. */
export type TypedForms = Set<() => boolean>;

/** The dialog around a form; null on a page. */
export const TypedFormsContext = createContext<TypedForms | null>(null);

/** Makes a form one of its dialog's, which asks before it closes with what is typed in it. */
export function useTypedForm(isTyped: () => boolean): void {
  const forms = useContext(TypedFormsContext);
  const ask = useEffectEvent(isTyped);
  useEffect(() => {
    if (forms === null) return;
    const askThis = () => ask();
    forms.add(askThis);
    return () => void forms.delete(askThis);
  }, [forms]);
}
