import { Modal as MantineModal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from '#web/admin/ui/modal.module.css';
import { DialogDepth, isTypedFrom, leaving } from '#web/admin/ui/typed-forms.ts';
import { useDialogFocus } from '#web/admin/ui/use-dialog-focus.ts';
import { useDialogOrder } from '#web/admin/ui/use-dialog-order.ts';
import '#web/admin/ui/modal.css';

/** In CSS pixels; of a page, what is left beside its margins. */
const widths = { narrow: 440, wide: 720, page: '84rem' };

export interface ModalProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Use the narrow one for a question or a single field, and `page` for a whole page of the site. */
  size?: keyof typeof widths;
  children: ReactNode;
}

/**
 * A dialog over the page; full-screen on phones, where it would be cramped otherwise. Composed of Mantine's
 * parts because Mantine's own `<header>` counts as a second banner of the page.
 */
export function Modal({ title, opened, onClose, size = 'wide', children }: ModalProps) {
  const { place, isTopmost } = useDialogOrder(opened);
  const content = useDialogFocus(opened, isTopmost);
  const depth = opened ? place + 1 : null;
  const leave = () => (depth !== null && isTypedFrom(depth) ? leaving.ask(onClose) : onClose());
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <MantineModal.Root
      opened={opened}
      onClose={leave}
      // Over the page (with the banner's 100), under the notices (1000).
      zIndex={200 + place}
      size={widths[size]}
      fullScreen={isPhone && size !== 'narrow'}
      closeOnEscape={isTopmost}
      returnFocus={false}
      padding="lg"
      centered={size === 'narrow'}
      classNames={{ content: classes.content ?? '' }}
      transitionProps={{ duration: 150, transition: 'fade' }}
    >
      <MantineModal.Overlay color="#111713" backgroundOpacity={0.55} />
      <MantineModal.Content ref={content}>
        <div className={`row unwrapped gap-4 center between ${classes.header}`}>
          <MantineModal.Title className={classes.title ?? ''}>{title}</MantineModal.Title>
          <MantineModal.CloseButton aria-label="Close" size={44} />
        </div>
        <MantineModal.Body className={`stack grow gap-0 ${classes.body}`}>
          <DialogDepth value={depth}>{children}</DialogDepth>
        </MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  );
}
