import { emptyForm } from '#contract/documents.ts';
import { readComment } from '#contract/form-fields.ts';
import type { DonationPage } from '#contract/publishing/donation-page.ts';
import { commentProblems } from '#core/giving/comments.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { CommentFields } from '#web/site/publishing/donation-page/comment-fields.tsx';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { useSiteForm } from '#web/site/shared/use-site-form.ts';
import { Button } from '#web/ui/button.tsx';
import { FormActions } from '#web/ui/form-layout.tsx';

interface CommentSectionProps {
  donor: NonNullable<DonationPage['donor']>;
  token: string;
  onChange: (donation: DonationPage) => void;
}

const states = {
  waiting: 'Our team has not read it yet. It is not shown until then.',
  approved:
    'It is shown with your first name, on our page about where the money goes and on those of the needs that got your money.',
  declined: 'Our team has decided not to show it.',
};

/** What the donor says in public about the donation. */
export function CommentSection(props: CommentSectionProps) {
  const { comment, isAnonymous } = props.donor;
  return (
    <ContentSection title="Public comment">
      {comment && (
        <>
          <p>“{comment.text}”</p>
          <p>
            {isAnonymous
              ? 'It is not shown while your donation is anonymous.'
              : states[comment.state]}
          </p>
        </>
      )}
      {isAnonymous ? (
        comment === null && <p>An anonymous donation has no public comment.</p>
      ) : (
        <details>
          <summary>{comment ? 'Change or take back your comment' : 'Say why you give'}</summary>
          {/* Another comment fills the fields anew. */}
          <CommentForm key={comment?.text} {...props} />
        </details>
      )}
    </ContentSection>
  );
}

function CommentForm({ donor: { comment }, token, onChange }: CommentSectionProps) {
  const form = useSiteForm({
    state: emptyForm(
      comment === null ? {} : { publicComment: comment.text, mayShowComment: 'true' },
    ),
    read: readComment,
    check: (fields) => commentProblems(readComment(fields), false),
    async send(input) {
      onChange(await call(endpoints.saveComment, { body: { token, ...input } }));
      notifySuccess('Saved');
    },
  });
  return (
    <Form form={form} action="" isTight>
      <CommentFields />
      <FormActions>
        <Button type="submit" isBusy={form.isSending}>
          Save the comment
        </Button>
      </FormActions>
    </Form>
  );
}
