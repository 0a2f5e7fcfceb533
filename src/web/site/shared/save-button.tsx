import { useState } from 'react';
import type { PrintedFile } from '#contract/printed-file.ts';
import { errorMessage } from '#web/client/api-client.ts';
import { notifyError } from '#web/client/notices.ts';
import { saveFile } from '#web/client/save-file.ts';
import { Button } from '#web/ui/button.tsx';

interface SaveButtonProps {
  label: string;
  load: () => Promise<PrintedFile>;
}

/** Loads a file and lets the browser save it. */
export function SaveButton({ label, load }: SaveButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function save() {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(await load());
    } catch (error) {
      notifyError(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    // As wide as its label, wherever it stands.
    <div>
      <Button isBusy={isBusy} onClick={save}>
        {label}
      </Button>
    </div>
  );
}
