import type { Queue } from 'pg-boss';

/** A queue of jobs: how often a failing job is tried again, and when the clock adds a job (UTC). */
export interface JobQueue extends Omit<Queue, 'name'> {
  name: string;
  cron?: string;
}
