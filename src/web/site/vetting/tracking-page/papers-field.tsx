import { useId, useRef } from 'react';
import classes from '#web/site/vetting/tracking-page/papers-field.module.css';
import type { Papers } from '#web/site/vetting/tracking-page/use-papers.ts';
import { Button } from '#web/ui/button.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

/** As in the contract, whose schemas this page does not load. */
const mostPapers = 5;

/** Files that belong to an answer or an appeal. */
export function PapersField({ papers, of }: { papers: Papers; of: 'answer' | 'appeal' }) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const room = mostPapers - papers.list.length;
  return (
    <div className="stack gap-2 start">
      {papers.list.length > 0 && (
        <ul className={`list ${classes.list}`} aria-label={`Files of this ${of}`}>
          {papers.list.map(({ number, name, id, progress, problem }) => (
            <li key={number} className="row gap-4 gap-y-1 pad-y-2 center underlined">
              <span className={`shrink anywhere ${classes.name}`}>{name}</span>
              {id === null && problem === null && (
                <progress value={progress} max={1} aria-label={`Upload of ${name}`} />
              )}
              {problem !== null && (
                <span role="alert" className="problem">
                  {problem}
                </span>
              )}
              <TextButton onClick={() => papers.remove(number)}>
                Remove<span className="visually-hidden">{` ${name}`}</span>
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {room > 0 && (
        <>
          <Button look="outline" aria-describedby={hint} onClick={() => input.current?.click()}>
            Add files
          </Button>
          <p className="soft" id={hint}>
            {`Pictures or PDFs, such as a letter or a bill. Up to ${mostPapers} files; only our team sees them.`}
          </p>
        </>
      )}
      <input
        ref={input}
        type="file"
        aria-hidden="true"
        aria-label={`Files for your ${of}`}
        className="visually-hidden"
        tabIndex={-1}
        multiple
        accept="image/jpeg,image/png,image/webp,image/heic,application/pdf"
        onChange={({ currentTarget }) => {
          for (const file of [...(currentTarget.files ?? [])].slice(0, room)) papers.add(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
