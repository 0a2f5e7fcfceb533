import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cleanUpLater } from './clean-up.ts';

/** A limit of memory for some processes and their children together, page cache included. */
export interface MemoryLimit {
  /** What to put before a command. */
  prefix: string[];
  /** How many processes the system has ended because of it. */
  ended(): number;
}

/** A control group of Linux, in version 1 or 2, which takes the rights of root to make. */
export function limitMemory(megabytes: number): MemoryLimit {
  const isNew = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const group = `/sys/fs/cgroup/${isNew ? '' : 'memory/'}everycent-bench-${process.pid}`;
  mkdirSync(group);
  cleanUpLater(() => rmdirSync(group));
  const limit = isNew ? 'memory.max' : 'memory.limit_in_bytes';
  writeFileSync(`${group}/${limit}`, String(megabytes * 1024 ** 2));
  const events = `${group}/${isNew ? 'memory.events' : 'memory.oom_control'}`;
  return {
    prefix: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', `${group}/cgroup.procs`],
    ended: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(events, 'utf8'))?.[1]),
  };
}
