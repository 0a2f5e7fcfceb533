import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { PersonData, Texts } from '#contract/privacy/privacy.ts';
import { countOf, formatCount } from '#core/platform/counts.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { ErasureModal, Mentions, TextsToLookAt } from '#web/admin/privacy/erasure-modal.tsx';
import classes from '#web/admin/privacy/privacy-page.module.css';
import { download } from '#web/admin/shared/download.ts';
import { Banner } from '#web/admin/ui/banner.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

interface PersonSectionProps {
  person: PersonData;
  /** Once the person was erased here: which texts still have their last name. */
  left: Texts | null;
  onErased: (left: Texts) => void;
}

/** What is stored about a person, what an erasure would do, and the buttons for both. The address holds `erase`. */
export function PersonSection({ person, left, onErased }: PersonSectionProps) {
  const archive = useSend(endpoints.openArchive, {
    changes: false,
    onDone: ({ path }) => download(path),
  });
  const erase = useModal('erase');
  const { who, isNobody, isNominee, obstacles, erasedAt } = person;
  if (isNobody || left) {
    return (
      <div className={`stack gap-5 above-6 max-46 ${classes.lists}`}>
        <p role="status">
          {erasedAt === null && !left
            ? `Nothing is stored under ${who}. A name alone in a text about others is not looked for.`
            : `This person was erased${erasedAt === null ? '' : ` on ${formatDate(erasedAt)}`}. Nothing else is stored under ${who}; their last name alone can still stand in texts about others.`}
        </p>
        <TextsToLookAt texts={left ?? []} />
        <TeamNote person={person} />
      </div>
    );
  }
  return (
    <div className={`stack gap-5 above-6 max-46 ${classes.lists}`}>
      <h3 className="below-2">{isNominee ? `The nominee of ${who}` : who}</h3>
      <People person={person} />
      <TeamNote person={person} />
      <div>
        <h3 className="below-2">What is stored</h3>
        <ul className="bullets anywhere">
          {person.holdings.map(({ title, rows }) => (
            <li key={title}>{`${title}: ${formatCount(rows)}`}</li>
          ))}
        </ul>
      </div>
      <Mentions person={person} />
      <TextsToLookAt texts={person.toLookAt} />
      {obstacles.length > 0 && (
        <Banner label="Cannot be erased yet">
          {obstacles.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Banner>
      )}
      <FormActions>
        <Button loading={archive.isPending} onClick={() => archive.mutate({ body: { who } })}>
          Download Everything
        </Button>
        {obstacles.length === 0 && (
          <Button variant="default" onClick={() => erase.open()}>
            Erase This Person
          </Button>
        )}
      </FormActions>
      <p className="soft">
        The download is a ZIP file with a page to read, the same for programs, and the files that
        they sent.
        {isNominee && ' It does not say who nominated them.'}
      </p>
      <ErasureModal person={person} onErased={onErased} {...erase.dialog} />
    </div>
  );
}

function People({ person: { donors, nominations } }: { person: PersonData }) {
  if (donors.length + nominations.length === 0) return null;
  return (
    <ul className="bullets anywhere">
      {donors.map(({ id, name, donations }) => (
        <li key={id}>
          <Link to={paths.donor(id)}>{name}</Link>
          {`, donor with ${countOf(donations, 'donation')}`}
        </li>
      ))}
      {nominations.map(({ id, nominee, status }) => (
        <li key={id}>
          Nomination of <Link to={paths.manageNomination(id)}>{nominee}</Link>
          {`, ${status.toLowerCase()}`}
        </li>
      ))}
    </ul>
  );
}

function TeamNote({ person: { isTeamMember } }: { person: PersonData }) {
  if (!isTeamMember) return null;
  return (
    <p>
      Somebody with this address has an account on the team, which is not part of this. It ends
      under <Link to={paths.admin.users}>Users</Link>.
    </p>
  );
}
