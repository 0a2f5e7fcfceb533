import type { Queue } from 'pg-boss';

/** A queue of jobs: how often a failed job is retried, and when a job is scheduled (UTC). */
export interface JobQueue extends Omit<Queue, 'name'> {
  name: string;
  cron?: string;
}
