import type { PrintedFile } from '#contract/printed-file.ts';
import { saveFile } from '#web/client/save-file.ts';
import { WorkButton } from '#web/site/shared/work-button.tsx';

/** Loads a file and lets the browser save it. */
export function SaveButton({ label, load }: { label: string; load: () => Promise<PrintedFile> }) {
  return (
    // As wide as its label, wherever it stands.
    <div>
      <WorkButton act={async () => saveFile(await load())}>{label}</WorkButton>
    </div>
  );
}
