import { Checkbox } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import classes from '#web/admin/overview/search/search-button.module.css';
import { SearchPalette } from '#web/admin/overview/search/search-palette.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search of everything, and so do “/” outside of fields and dialogs, and Ctrl+K or ⌘K. The address has `find`. */
export function SearchButton({ className }: { className?: string | undefined }) {
  const { isOpen, open, dialog } = useModal('find');
  // Whoever speaks to their device, or types with one finger, may press a single key without meaning to.
  const [hasSlash, setSlash] = useLocalStorage({ key: 'slash-searches', defaultValue: true });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isOpen || event.defaultPrevented || event.isComposing || event.altKey) return;
      const isCombined = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && hasSlash;
      if (!isCombined && (!isSlash || isBusyElsewhere(event.target))) return;
      event.preventDefault();
      open();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, open, hasSlash]);
  return (
    <>
      <button
        type="button"
        className={`row unwrapped gap-2 center ${classes.button} ${className ?? ''}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={`${hasSlash ? '/ ' : ''}${isApple ? 'Meta+K' : 'Control+K'}`}
        onClick={() => open()}
      >
        <IconSearch size={18} aria-hidden="true" />
        Search
        <span aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</span>
      </button>
      <Modal title="Search" {...dialog}>
        <SearchPalette />
        <Checkbox
          className={classes.slash ?? ''}
          size="xs"
          label="The key / opens this search"
          checked={hasSlash}
          onChange={({ currentTarget: { checked } }) => setSlash(checked)}
        />
      </Modal>
    </>
  );
}

/** Whether somebody types into a field, or works in a dialog. */
function isBusyElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], dialog[open]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, select, textarea, [contenteditable]') !== null
  );
}
