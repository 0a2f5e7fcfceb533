import { useRef, useState } from 'react';
import type { FileId } from '#contract/ids.ts';
import { cutFileName } from '#core/platform/file-names.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { sendInParts } from '#web/client/send-in-parts.ts';
import { describePaper, type Question } from '#web/site/vetting/tracking-page/describe-paper.ts';

/** A file of an answer, sent or on its way. */
export interface PaperUpload {
  number: number;
  name: string;
  /** The server's id of the file; null until it has arrived. */
  id: FileId | null;
  /** From 0 to 1. */
  progress: number;
  /** Why it did not arrive; null while all is well. */
  problem: string | null;
}

export interface PapersOptions {
  token: string;
  /** Null for an appeal. */
  questionId: Question['id'] | null;
  /** Those of the answer that is corrected. */
  sent: Question['answers'][number]['papers'];
}

/** What {@link usePapers} returns. */
export type Papers = ReturnType<typeof usePapers>;

/** The files of an answer, uploaded one after another as soon as they are chosen. */
export function usePapers({ token, questionId, sent }: PapersOptions) {
  const [list, setList] = useState<PaperUpload[]>(() =>
    sent.map((paper, index) => ({
      number: -index - 1,
      name: describePaper(paper),
      id: paper.id,
      progress: 1,
      problem: null,
    })),
  );
  const count = useRef(0);
  const queue = useRef(Promise.resolve());

  function change(number: number, changes: Partial<PaperUpload>) {
    setList((all) => all.map((one) => (one.number === number ? { ...one, ...changes } : one)));
  }

  async function upload(number: number, file: File) {
    try {
      const originalName = cutFileName(file.name);
      const body = { token, questionId, bytes: file.size, originalName };
      const { id } = await call(endpoints.createPaper, { body });
      const params = { id };
      await sendInParts(
        file,
        {
          look: () => call(endpoints.getPaper, { params, body: { token } }),
          send: (content, offset) =>
            call(endpoints.uploadPaperContent, { params, content, offset, linkToken: token }),
        },
        (bytes) => change(number, { progress: bytes / file.size }),
      );
      change(number, { id, progress: 1 });
    } catch (error) {
      change(number, { problem: errorMessage(error) });
    }
  }

  return {
    list,
    /** Those that have arrived. */
    ids: list.flatMap(({ id }) => (id === null ? [] : [id])),
    isBusy: list.some(({ id, problem }) => id === null && problem === null),
    add(file: File) {
      count.current += 1;
      const number = count.current;
      const added = { number, name: file.name, id: null, progress: 0, problem: null };
      setList((all) => [...all, added]);
      queue.current = queue.current.then(() => upload(number, file));
    },
    remove(number: number) {
      setList((all) => all.filter((one) => one.number !== number));
    },
  };
}
