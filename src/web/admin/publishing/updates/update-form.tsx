import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Update } from '#contract/publishing/updates.ts';
import {
  FilePicture,
  fileName,
  fileStateText,
} from '#web/admin/publishing/files/file-item.tsx';
import { useFiles } from '#web/admin/queries/uploads.ts';
import { type UpdateDraft, useSaveUpdate } from '#web/admin/queries/updates.ts';
import classes from '#web/admin/publishing/updates/update-item.module.css';
import { needWords } from '#web/shared/need-marks.tsx';
import { forgetInTab, keepInTab, readFromTab } from '#web/ui/tab-storage.ts';
import { useIdempotencyKey } from '#web/client/use-idempotency-key.ts';
import { useSubmitForm } from '#web/shared/use-submit-form.ts';

const formKey = (nominationId: string) => `update-form ${nominationId}`;

/** What was being written when the page was left, as after a sign-in that had ended. */
export function readUpdateForm(nominationId: string): UpdateDraft | null {
  return readFromTab<UpdateDraft>(formKey(nominationId));
}

interface UpdateFormProps {
  nominationId: string;
  draft: UpdateDraft;
  onSaved: (update: Update, toPreview: boolean) => void;
  onCancel: () => void;
}

/** Writes an update. What is typed stays in this tab until it is saved or given up. */
export function UpdateForm({ nominationId, draft, onSaved, onCancel }: UpdateFormProps) {
  const key = formKey(nominationId);
  const save = useSaveUpdate(nominationId);
  const toPreview = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const idempotency = useIdempotencyKey();
  const { id, kind, title, text, fileIds } = draft;
  const { form, onSubmit } = useSubmitForm({
    initialValues: { kind, title, text, fileIds },
    schema: () => import('#contract/publishing/updates.ts').then((contract) => contract.updateInput),
    async send(values) {
      const idempotencyKey = idempotency.keyFor(values);
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
      className={classes.form}
      aria-label={id === null ? 'Write an update' : 'Change the draft'}
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
      <TextInput
        label="Title"
        maxLength={120}
        aria-required="true"
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Text"
        description="Everybody can read it. What each donor’s gift did is added to their mail by itself."
        rows={8}
        maxLength={5000}
        aria-required="true"
        {...form.getInputProps('text')}
      />
      <FileChoice nominationId={nominationId} {...form.getInputProps('fileIds')} />
      <div className={classes.actions}>
        <Button
          type="submit"
          loading={form.submitting}
          onClick={() => {
            toPreview.current = true;
          }}
        >
          Save and preview
        </Button>
        <Button
          type="submit"
          variant="default"
          disabled={form.submitting}
          onClick={() => {
            toPreview.current = false;
          }}
        >
          Save draft
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

interface FileChoiceProps {
  nominationId: string;
  value?: string[];
  error?: ReactNode;
  onChange: (ids: string[]) => void;
}

/** The files of the nomination to show with an update, in the order they were added. */
function FileChoice({ nominationId, ...field }: FileChoiceProps) {
  const files = useFiles(nominationId);
  const usable = (files.data ?? []).filter(
    ({ stillOf, state }) => stillOf === null && (state === 'ready' || state === 'processing'),
  );
  return (
    <Checkbox.Group
      size="md"
      label="Receipts, photos and videos"
      description={
        usable.length === 0
          ? 'There are none yet. Add them under “Receipts, photos and videos”; what you typed here stays.'
          : 'What is not public yet has to be published before the update can be.'
      }
      {...field}
      onChange={(ids) =>
        field.onChange(usable.map(({ id }) => id).filter((id) => ids.includes(id)))
      }
    >
      <ul className={classes.files}>
        {usable.map((file) => (
          <li key={file.id} className={classes.file}>
            <Checkbox
              value={file.id}
              label={
                <span className={classes.fileLabel}>
                  <FilePicture
                    file={
                      file.kind === 'video'
                        ? files.data?.find(({ stillOf }) => stillOf === file.id)
                        : file
                    }
                    alternativeText=""
                  />
                  <span>
                    {fileName(file)} <span className={classes.state}>{fileStateText(file)}</span>
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </Checkbox.Group>
  );
}
