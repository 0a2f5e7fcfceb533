import { Link } from 'react-router';
import { countOf } from '#core/platform/counts.ts';
import { menuPageOf } from '#web/admin/client/admin-pages.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/overview/desk/desk-list.module.css';
import { sortedTasks, type Task } from '#web/admin/overview/desk/tasks.ts';
import { CallState } from '#web/admin/ui/call-state.tsx';

/** What waits for the signed-in person in each group of the menu, the most urgent first, with links to where it is done. */
export function DeskList() {
  const desk = useEndpoint(endpoints.getDesk);
  if (desk.isPending || desk.isError) {
    return <CallState call={desk} failed="What waits for you could not be loaded." />;
  }
  // The group in which the most urgent thing waits comes first.
  const groups = [...Map.groupBy(sortedTasks(desk.data), groupOf)];
  if (groups.length === 0) return <p className="soft">Nothing waits for you.</p>;
  return (
    <div className={classes.groups}>
      {groups.map(([name, tasks]) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <TaskList tasks={tasks} />
        </section>
      ))}
    </div>
  );
}

/** The group of the menu that has its page, or the page itself where it stands above all groups. */
function groupOf({ to }: Task): string {
  const page = menuPageOf(to.replace(/[?#].*/, ''));
  return page === undefined || page.group === 'Admin' ? (page?.name ?? '') : page.group;
}

// More than that, such as of many causes, would push the other groups out of sight.
const mostShown = 5;

function TaskList({ tasks }: { tasks: Task[] }) {
  const more = tasks.slice(mostShown);
  return (
    <div>
      <ul className={`list ${classes.tasks}`}>
        {tasks.slice(0, mostShown).map((task) => (
          <TaskItem key={task.to} task={task} />
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary className="soft">{more.length} more</summary>
          <ul className={`list ${classes.tasks}`}>
            {more.map((task) => (
              <TaskItem key={task.to} task={task} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function TaskItem({ task: { to, name, text, isOne, since } }: { task: Task }) {
  const oldest = isOne ? 'For' : 'The oldest for';
  return (
    <li>
      <Link to={to}>{name}</Link>
      <span className="soft">{text}</span>
      <span className={`soft small unbroken ${classes.age}`}>
        {since !== null && `${oldest} ${describeDays(since)}`}
      </span>
    </li>
  );
}

/** How long something has waited, in whole days. */
function describeDays(since: string): string {
  const whole = Math.floor((Date.now() - Date.parse(since)) / 86_400_000);
  return whole < 1 ? 'less than a day' : countOf(whole, 'day');
}
