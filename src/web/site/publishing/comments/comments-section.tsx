import type { PublicComment } from '#contract/giving/comments.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';

interface CommentsSectionProps {
  comments: readonly PublicComment[];
  /** Whether they are about several causes. */
  namesCause?: boolean;
}

/** What donors say in public; nothing if nobody does. */
export function CommentsSection({ comments, namesCause = false }: CommentsSectionProps) {
  if (comments.length === 0) return null;
  return (
    <ContentSection title="What donors say">
      <ul className="list tiles gap-5">
        {comments.map(({ firstName, text, cause }) => (
          <li key={`${firstName} ${text}`} className="quoted waiting">
            <blockquote className="as-typed">{text}</blockquote>
            <p className="soft small above-1">
              {namesCause ? `${firstName}, for ${cause}` : firstName}
            </p>
          </li>
        ))}
      </ul>
    </ContentSection>
  );
}
