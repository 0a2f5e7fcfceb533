import { Button, NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CauseId } from '#contract/ids.ts';
import classes from '#web/site/vetting/causes/cause-field.module.css';

interface CauseFieldProps extends Omit<NativeSelectProps, 'data'> {
  causes: UseQueryResult<ReadonlyArray<{ id: CauseId; name: string }>>;
  /** Shown while the charity has no causes. */
  emptyText: string;
}

/** A choice of one cause. Handles causes that are loading, failed to load, or do not exist yet. */
export function CauseField({ causes, emptyText, ...rest }: CauseFieldProps) {
  const { data, isFetching, refetch } = causes;
  const failed = causes.isError && !isFetching;
  const prompt = data === undefined && !failed ? 'Loading the causes…' : 'Choose a cause';
  return (
    <div>
      <NativeSelect
        label="Cause"
        name="causeId"
        aria-required="true"
        {...rest}
        disabled={data === undefined || data.length === 0}
        data={[
          { value: '', label: prompt },
          ...(data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {failed && (
        <div className={classes.note} role="alert">
          <span>The causes could not be loaded.</span>
          <Button variant="default" size="compact-md" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={classes.note}>{emptyText}</p>}
    </div>
  );
}
