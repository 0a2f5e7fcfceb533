import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FileId, NominationId, UpdateId } from '#contract/ids.ts';
import type { Update, UpdateKind } from '#contract/publishing/updates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useChange } from '#web/admin/client/use-endpoint.ts';
import { FileLabel } from '#web/admin/publishing/files/file-label.tsx';
import { fileFacts, fileStateText } from '#web/admin/publishing/files/file-words.ts';
import { useFiles } from '#web/admin/publishing/files/use-files.ts';
import classes from '#web/admin/publishing/updates/update-form.module.css';
import { useSubmitForm } from '#web/admin/shared/use-submit-form.ts';
import { call } from '#web/client/api-client.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';
import { needWords } from '#web/shared/need-marks.tsx';

const formKey = (nominationId: NominationId) => `update-form ${nominationId}`;

/** An update as its form holds it; `id` is null for one that was never saved. */
export interface UpdateDraft {
  id: UpdateId | null;
  kind: UpdateKind;
  title: string;
  text: string;
  fileIds: FileId[];
}

/** The unsaved text from before the page was left, for example because the session ended. */
export function readUpdateForm(nominationId: NominationId): UpdateDraft | null {
  return readFromTab<UpdateDraft>(formKey(nominationId));
}

interface UpdateFormProps {
  nominationId: NominationId;
  draft: UpdateDraft;
  onSaved: (update: Update, toPreview: boolean) => void;
  onCancel: () => void;
}

/** Edits an update. What you type stays in this tab until you save or cancel. */
export function UpdateForm({ nominationId, draft, onSaved, onCancel }: UpdateFormProps) {
  const key = formKey(nominationId);
  const save = useChange(
    ({ id: saved, idempotencyKey, ...body }: UpdateDraft & { idempotencyKey: string }) =>
      saved === null
        ? call(endpoints.createUpdate, { params: { id: nominationId }, body, idempotencyKey })
        : call(endpoints.saveUpdate, { params: { id: saved }, body }),
    { said: 'Draft saved' },
  );
  const toPreview = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const { id, kind, title, text, fileIds } = draft;
  const { form, onSubmit } = useSubmitForm({
    limits: endpoints.createUpdate.limits,
    initialValues: { kind, title, text, fileIds },
    schema: () =>
      import('#contract/publishing/updates.ts').then((contract) => contract.updateInput),
    async send(values, idempotencyKey) {
      const saved = await save.mutateAsync({ ...values, id, idempotencyKey });
      forgetInTab(key);
      onSaved(saved, toPreview.current);
    },
  });
  const values = form.getValues();
  const isTouched = form.isDirty();
  useEffect(() => {
    if (isTouched) keepInTab(key, { ...values, id });
  }, [isTouched, key, values, id]);
  useEffect(() => element.current?.querySelector('select')?.focus(), []);
  return (
    <form
      ref={element}
      className={`grid max-46 ${classes.form}`}
      aria-label={id === null ? 'Write an update' : 'Edit the draft'}
      noValidate
      onSubmit={onSubmit}
    >
      <NativeSelect
        label="Kind of update"
        description="“Completed” and “It did not work out” also show as the state of this need."
        data={(['progress', 'completed', 'did_not_work_out'] as const).map((value) => ({
          value,
          label: needWords[value],
        }))}
        {...form.getInputProps('kind')}
      />
      <TextInput label="Title" aria-required="true" {...form.getInputProps('title')} />
      <Textarea
        label="Text"
        description="Everyone can read it. Each donor’s email also says what their donation did."
        rows={8}
        aria-required="true"
        {...form.getInputProps('text')}
      />
      <UpdateFilesField nominationId={nominationId} {...form.getInputProps('fileIds')} />
      <div className="row gap-2 above-2 touch">
        <Button
          type="submit"
          loading={form.submitting}
          onClick={() => {
            toPreview.current = true;
          }}
        >
          Save and Preview
        </Button>
        <Button
          type="submit"
          variant="default"
          disabled={form.submitting}
          onClick={() => {
            toPreview.current = false;
          }}
        >
          Save Draft
        </Button>
        <Button
          variant="default"
          onClick={() => {
            forgetInTab(key);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface UpdateFilesFieldProps {
  nominationId: NominationId;
  value?: FileId[];
  error?: ReactNode;
  onChange: (ids: FileId[]) => void;
}

/** The nomination's files to show with an update, in the order in which they were added. */
function UpdateFilesField({ nominationId, ...field }: UpdateFilesFieldProps) {
  const files = useFiles(nominationId);
  const usable = (files.data ?? []).filter(
    ({ stillOf, state }) => stillOf === null && (state === 'ready' || state === 'processing'),
  );
  return (
    <Checkbox.Group
      size="md"
      label="Receipts, photos, and videos"
      description={
        usable.length === 0
          ? 'There are none yet. Add them under “Receipts, Photos, and Videos”; what you typed here is kept.'
          : 'Publish these files before you publish the update.'
      }
      {...field}
      onChange={(ids) =>
        field.onChange(usable.map(({ id }) => id).filter((id) => ids.includes(id)))
      }
    >
      <ul className="list tiles gap-5 gap-y-3 above-3">
        {usable.map((file) => (
          <li key={file.id}>
            <Checkbox
              value={file.id}
              label={
                <FileLabel
                  file={file}
                  still={files.data?.find(({ stillOf }) => stillOf === file.id)}
                >
                  {fileStateText(file)}. {fileFacts(file)}
                </FileLabel>
              }
            />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}
