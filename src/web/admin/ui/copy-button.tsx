import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { notifyError } from '#web/ui/notify.ts';

/** How long the check mark stays, in milliseconds: long enough to be noticed. */
const tickMs = 1500;

/** Copies a text; `what` names it for screen readers: "Copy ID". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickMs);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      // Browsers do not offer a clipboard over plain HTTP.
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
