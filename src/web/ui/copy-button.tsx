import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notifyError } from '#web/ui/notify.ts';

/** How long the tick stays, in milliseconds: time enough to look up. */
const tickMs = 1500;

/** Copies a text; `what` names it for readers: "Copy ID". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickMs);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      // Not there at all on a page over plain http.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notifyError('Your browser does not allow copying here.');
    }
  }
  return (
    <ActionIcon
      variant="subtle"
      size={32}
      aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
    </ActionIcon>
  );
}
