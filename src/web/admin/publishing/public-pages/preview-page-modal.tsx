import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RequestOf } from '#contract/endpoint.ts';
import type { NominationId } from '#contract/ids.ts';
import type { PagePreview, previewPublicPage } from '#contract/publishing/previews.ts';
import { countOf } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PageFrame } from '#web/admin/publishing/public-pages/page-frame.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';

interface PreviewPageModalProps {
  nominationId: NominationId;
  texts: RequestOf<typeof previewPublicPage>['body'];
  opened: boolean;
  onClose: () => void;
}

/** The public page with what was typed, before anyone else can see it. */
export function PreviewPageModal({ opened, onClose, ...page }: PreviewPageModalProps) {
  return (
    <Modal title="Preview" size="page" opened={opened} onClose={onClose}>
      <PreviewOf {...page} onClose={onClose} />
    </Modal>
  );
}

/** Widths of windows, in CSS pixels. */
const widths = { Phone: 390, Desktop: 1280 };
type Device = keyof typeof widths;

function PreviewOf({ nominationId, texts, onClose }: Omit<PreviewPageModalProps, 'opened'>) {
  const preview = useEndpoint(
    endpoints.previewPublicPage,
    {
      params: { id: nominationId },
      body: { ...texts, publicName: texts.publicName || 'No name yet' },
    },
    { gcTime: 0, staleTime: 'static' },
  );
  const [device, setDevice] = useState<Device>(window.innerWidth < 768 ? 'Phone' : 'Desktop');
  if (preview.isPending || preview.isError) {
    return (
      <CallState
        call={preview}
        failed="The preview could not be loaded."
        waiting="Preparing the preview"
      />
    );
  }
  const { html, hidden } = preview.data;
  const left = describeHidden(hidden);
  return (
    <>
      <div className="row gap-5 gap-y-2 below-3 center">
        <fieldset className="row unwrapped gap-2 touch" aria-label="Show it as on a">
          {(['Phone', 'Desktop'] as const).map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === device ? 'filled' : 'default'}
              aria-pressed={name === device}
              onClick={() => setDevice(name)}
            >
              {name}
            </Button>
          ))}
        </fieldset>
        {left !== '' && <p className="soft">{`Not on it, because not published: ${left}.`}</p>}
      </div>
      <PageFrame title="The public page" html={html} width={widths[device]} />
      {/* What follows the frame keeps Tab in the dialog: from the last thing in a frame, it would leave for the page. */}
      <ModalActions>
        <Button variant="default" onClick={onClose}>
          Back to Editing
        </Button>
      </ModalActions>
    </>
  );
}

function describeHidden({ receipts, photos, videos }: PagePreview['hidden']): string {
  const count = (number: number, one: string) => (number === 0 ? [] : [countOf(number, one)]);
  return new Intl.ListFormat('en-US').format([
    ...count(receipts, 'receipt'),
    ...count(photos, 'photo'),
    ...count(videos, 'video'),
  ]);
}
