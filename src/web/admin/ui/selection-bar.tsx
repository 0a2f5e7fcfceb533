import { Checkbox } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatCount } from '#core/platform/counts.ts';
import { maxSelected } from '#core/platform/many-at-once.ts';
import classes from '#web/admin/ui/selection-bar.module.css';
import type { Selection } from '#web/admin/ui/use-selection.ts';
import { TextButton } from '#web/ui/text-button.tsx';

interface SelectionBarProps<Row extends { id: string }> {
  selection: Selection<Row>;
  /** What the rows are: "donations". */
  of: string;
  /** What is known of all selected rows together, such as how much money they are. */
  sumUp?: (rows: Row[]) => string;
  /** What can be done with the selected rows, as buttons; shown while there are some. */
  children: ReactNode;
}

/** Selects rows of the list below it, and says how many are. It stays in sight while some are selected. */
export function SelectionBar<Row extends { id: string }>({
  selection,
  of,
  sumUp,
  children,
}: SelectionBarProps<Row>) {
  const { rows, shown, set, clear, hasMore, selectAll, isSelectingAll } = selection;
  const [isAsked, setAsked] = useState(false);
  if (shown.length === 0) return null;
  const isAll = rows.length === Math.min(shown.length, maxSelected);
  return (
    <section
      className={`row below-3 pad-y-2 center between ${classes.bar}`}
      aria-label={`Selected ${of}`}
      data-active={rows.length > 0 || undefined}
    >
      <div className="row gap-5 gap-y-2 center">
        <Checkbox
          label={`Select all ${formatCount(Math.min(shown.length, maxSelected))} shown`}
          checked={isAll}
          indeterminate={rows.length > 0 && !isAll}
          onChange={() => {
            setAsked(false);
            if (isAll) clear();
            else {
              set(
                shown.map(({ id }) => id),
                true,
              );
            }
          }}
        />
        <p className="numbers strong if-any" role="status">
          {rows.length > 0 &&
            (isAsked && isAll && !hasMore
              ? `All ${formatCount(rows.length)} that match are selected`
              : `${formatCount(rows.length)} selected`)}
          {rows.length > 0 && sumUp && `: ${sumUp(rows)}`}
        </p>
        {rows.length > 0 && (
          <>
            {isAll && hasMore && shown.length < maxSelected && (
              <TextButton
                onClick={() => {
                  if (isSelectingAll) return;
                  setAsked(true);
                  void selectAll();
                }}
              >
                {isSelectingAll
                  ? 'Loading all that match …'
                  : `Select all that match, up to ${formatCount(maxSelected)}`}
              </TextButton>
            )}
            <TextButton onClick={clear}>Clear</TextButton>
          </>
        )}
      </div>
      {rows.length > 0 && <div className="row gap-2 center">{children}</div>}
    </section>
  );
}
