import { Children, cloneElement, Fragment, isValidElement, type ReactNode } from 'react';
import classes from '#web/site/legal/legal-page.module.css';
import { Container } from '#web/ui/container.tsx';

interface LegalPageProps {
  title: string;
  lead: string;
  /** Whether its headings are listed first: of a text that nobody reads from one end to the other. */
  hasContents?: true;
  children: ReactNode;
}

/** A long text in a readable width. */
export function LegalPage({ title, lead, hasContents, children }: LegalPageProps) {
  const headings: Heading[] = [];
  const body = hasContents ? withIds(children, headings) : children;
  return (
    <Container as="article" className="page">
      <h1>{title}</h1>
      <p className="above-4 lead">{lead}</p>
      <div className={`max-42 ${classes.body}`}>
        {hasContents && (
          <nav aria-label="On this page" className={classes.contents}>
            <Contents headings={headings} />
          </nav>
        )}
        {body}
      </div>
    </Container>
  );
}

interface Heading {
  id: string;
  text: string;
  below: Heading[];
}

/** A text with an id for each heading, and these in the order in which they stand. Its components have no hooks. */
function withIds(text: ReactNode, headings: Heading[]): ReactNode {
  return Children.map(text, (child) => {
    if (!isValidElement<{ id?: string; children?: ReactNode }>(child)) return child;
    const { props } = child;
    const type: unknown = child.type;
    if (typeof type === 'function') {
      return withIds((type as (props: object) => ReactNode)(props), headings);
    }
    if (type === Fragment) return withIds(props.children, headings);
    if (type !== 'h2' && type !== 'h3') return child;
    const said = [props.children].flat().join('');
    const id = props.id ?? said.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
    const level = type === 'h3' ? (headings.at(-1)?.below ?? headings) : headings;
    level.push({ id, text: said, below: [] });
    return cloneElement(child, { id });
  });
}

function Contents({ headings }: { headings: Heading[] }) {
  return (
    <ul>
      {headings.map(({ id, text, below }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
          {below.length > 0 && <Contents headings={below} />}
        </li>
      ))}
    </ul>
  );
}
