import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from '#web/ui/modal.module.css';
import { useIsTopmost } from '#web/ui/use-is-topmost.ts';
import '#web/ui/modal.css';

interface DialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Narrow for a question or a single field. */
  size?: 'narrow' | 'wide';
  /** While another dialog is open over this one, Escape is that one's. */
  isBehind?: boolean;
  children: ReactNode;
}

/**
 * A dialog over the page; the whole screen on phones, where it would be cramped otherwise. Put together
 * from Mantine's parts because its own `<header>` counts as a second banner of the page.
 */
export function Dialog({
  title,
  opened,
  onClose,
  size = 'wide',
  isBehind = false,
  children,
}: DialogProps) {
  const isTopmost = useIsTopmost(opened);
  const isActive = isTopmost && !isBehind;
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size === 'wide' ? 720 : 440}
      fullScreen={isPhone && size === 'wide'}
      closeOnEscape={isActive}
      trapFocus={isActive}
      padding="lg"
      centered={size === 'narrow'}
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ duration: 150, transition: 'fade' }}
    >
      <Modal.Overlay color="#111713" backgroundOpacity={0.55} />
      <Modal.Content>
        <div className={classes.header}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" size={44} />
        </div>
        <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
