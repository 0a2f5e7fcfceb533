import {
  dedicationWords,
  longestDedicationMessage,
  recipientDays,
} from '#core/giving/dedications.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#web/site/shared/fields.tsx';
import { FieldPair } from '#web/ui/form-layout.tsx';

/** To whom a donation is dedicated, and who is told of it. */
export function DedicationFields() {
  return (
    <>
      <FieldPair>
        <SelectField label="Dedication" name="dedicationKind">
          <option value="">No dedication</option>
          {Object.entries(dedicationWords).map(([kind, words]) => (
            <option
              key={kind}
              value={kind}
            >{`${words[0]?.toUpperCase()}${words.slice(1)} somebody`}</option>
          ))}
        </SelectField>
        <TextField label="Their name" name="honoree" maxLength={100} autoComplete="off" />
      </FieldPair>
      <FieldPair>
        <TextField
          label="Who should we tell?"
          description="Optional. We send one email, and never say how much you gave."
          name="recipientName"
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          label="Where we reach them by email"
          description={`We use it for this one email, and delete it within ${recipientDays} days after that is sent or can no longer be.`}
          name="recipientEmail"
          type="email"
          autoComplete="off"
        />
      </FieldPair>
      <TextArea
        label="Your message to them"
        description="Optional. Plain text, without links."
        name="dedicationMessage"
        rows={3}
        maxLength={longestDedicationMessage}
      />
      <TextField
        label="When we should tell them"
        description="Optional: a day, in our time zone. Without one, the email leaves about an hour after your donation."
        name="sendOn"
        type="date"
      />
      <CheckboxField
        name="tellsName"
        label="Tell them my name"
        description="Not if you stay anonymous."
      />
    </>
  );
}
