import { IconAlertTriangle, IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import classes from '#web/ui/toaster.module.css';

/** How long each kind of notice stays, in milliseconds; what is going on shows until it is over. */
export const noticeSettings = {
  blank: { duration: 4_000 },
  error: { duration: 4_000 },
  custom: { duration: 4_000 },
  success: { duration: 2_000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

/** Shows the notices at the top center. They stay while the pointer is over them or the focus in them. */
export function Toaster() {
  const { toasts, handlers } = useToaster(noticeSettings);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing is a convenience for the pointer, not a control
    <div
      className={classes.stack}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={classes.toast}
          data-type={toast.type}
          data-leaving={!toast.visible || undefined}
          {...toast.ariaProps}
        >
          {toast.type === 'error' && <IconAlertTriangle size={22} aria-hidden="true" />}
          {(toast.type === 'success' || toast.type === 'custom') && (
            <IconCircleCheck size={22} aria-hidden="true" />
          )}
          {toast.type === 'loading' && <IconHourglass size={22} aria-hidden="true" />}
          <span>{resolveValue(toast.message, toast)}</span>
        </div>
      ))}
    </div>
  );
}
