import type { Queue } from 'pg-boss';

/* The settings of a queue of jobs, and how a job is put into it. */

/** A queue of jobs: how often a failed job is retried, and when a job is scheduled (UTC). */
export interface JobQueue extends Omit<Queue, 'name'> {
  name: string;
  cron?: string;
}
