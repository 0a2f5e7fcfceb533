import { longestComment } from '#core/giving/comments.ts';
import { CheckboxField, TextArea } from '#web/site/shared/fields.tsx';

/** What a donor says in public, and the consent to show it. */
export function CommentFields() {
  return (
    <>
      <TextArea
        label="Public comment"
        description="Optional. Why you give, for everybody to read, without links. Our team reads it first."
        name="publicComment"
        rows={2}
        maxLength={longestComment}
      />
      <CheckboxField
        name="mayShowComment"
        label="You may publish my comment"
        description="Signed like “Ada”, without your family name. You can take it back at any time."
      />
    </>
  );
}
