import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PersonData, Texts } from '#contract/privacy/privacy.ts';
import { formatCount } from '#core/platform/counts.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useReadAgain } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/privacy/privacy-page.module.css';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { focusContent } from '#web/ui/focus-content.ts';

interface ErasureModalProps {
  person: PersonData;
  opened: boolean;
  onClose: () => void;
  /** Told which texts still have the last name of whoever was erased. */
  onErased: (toLookAt: Texts) => void;
}

/** Shows exactly what leaves and what stays, and asks. */
export function ErasureModal({ opened, onClose, ...props }: ErasureModalProps) {
  return (
    <Modal title="Erase This Person" opened={opened} onClose={onClose}>
      <ErasureForm onClose={onClose} {...props} />
    </Modal>
  );
}

function ErasureForm({ person, onClose, onErased }: Omit<ErasureModalProps, 'opened'>) {
  const { who, fingerprint, names } = person;
  const readAgain = useReadAgain();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.erasePerson,
    initialValues: { blackedOut: names },
    toBody: ({ blackedOut }) => ({
      who,
      fingerprint,
      keepWords: names.filter((name) => !blackedOut.includes(name)),
    }),
    said: ({ message }) => message,
    // Reading everything again takes longer, and nobody waits for it.
    changes: false,
    onDone({ isErased, toLookAt }) {
      onClose();
      focusContent();
      if (isErased) onErased(toLookAt);
      void readAgain();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className={`stack gap-5 ${classes.lists}`}>
      <p>Nobody can undo this, not even with a backup.</p>
      {person.leaves.length > 0 && (
        <div>
          <h3 className="below-2">What leaves</h3>
          <ul className="bullets anywhere">
            {person.leaves.map(({ title, rows }) => (
              <li key={title}>{`${title}: ${formatCount(rows)}`}</li>
            ))}
          </ul>
        </div>
      )}
      {person.changes.length > 0 && (
        <div>
          <h3 className="below-2">What stays without the person</h3>
          <ul className="bullets anywhere">
            {person.changes.map(({ title, rows, fields }) => (
              <li key={title}>{`${title}: ${formatCount(rows)}, without ${fields.join(', ')}`}</li>
            ))}
          </ul>
        </div>
      )}
      <Mentions person={person} />
      {names.length > 0 && (
        <Checkbox.Group
          label="Names to black out in texts about others"
          description="Clear a name that is somebody else’s, too, or no name at all: texts about others keep it. Addresses and phone numbers are always blacked out."
          {...form.getInputProps('blackedOut')}
        >
          {names.map((name) => (
            <Checkbox key={name} value={name} label={name} className="above-2" />
          ))}
        </Checkbox.Group>
      )}
      <TextsToLookAt texts={person.toLookAt} />
      <div>
        <h3 className="below-2">What stays, and why</h3>
        <ul className="bullets anywhere">
          {person.stays.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <ModalActions>
        <SubmitButtons action="Erase" color="clay" loading={form.submitting} onCancel={onClose} />
      </ModalActions>
    </form>
  );
}

/** Where texts about others mention the person. */
export function Mentions({ person: { mentions } }: { person: PersonData }) {
  return (
    <TextList title="Texts about others in which “[erased]” will stand instead" texts={mentions} />
  );
}

/** Where texts have the last name alone, which may be of somebody else. */
export function TextsToLookAt({ texts }: { texts: Texts }) {
  return (
    <TextList title="Texts with the last name alone, which stay as they are" texts={texts}>
      <p>
        The name can be somebody else’s, so nothing is blacked out. Look at these texts, and take
        out by hand what is about this person.
      </p>
    </TextList>
  );
}

interface TextListProps {
  title: string;
  texts: Texts;
  children?: ReactNode;
}

function TextList({ title, texts, children }: TextListProps) {
  if (texts.length === 0) return null;
  return (
    <div>
      <h3 className="below-2">{title}</h3>
      {children}
      <ul className="bullets anywhere">
        {texts.map(({ title, rows, shown }) => (
          <li key={title}>
            {`${title}: ${formatCount(rows)}${shown > 0 ? `, public: ${formatCount(shown)}` : ''}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
