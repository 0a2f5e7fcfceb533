import { readdirSync, readFileSync } from 'node:fs';

const megabyte = 1024 * 1024;

/** Measures how much memory a process and its child processes use together. Linux only. */
export interface MemoryWatch {
  /** The maximum since the start or the last call, in megabytes; of the process alone, and with its children. */
  take(): { alone: number; together: number };
  stop(): void;
}

/** Samples every 20 milliseconds. */
export function watchMemory(pid: number): MemoryWatch {
  let most = { alone: 0, together: 0 };
  const look = () => {
    const alone = residentBytes(pid);
    const together = childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), alone);
    most = {
      alone: Math.max(most.alone, alone),
      together: Math.max(most.together, together),
    };
  };
  const timer = setInterval(look, 20);
  return {
    take() {
      look();
      const { alone, together } = most;
      most = { alone: 0, together: 0 };
      return { alone: Math.round(alone / megabyte), together: Math.round(together / megabyte) };
    },
    stop: () => clearInterval(timer),
  };
}

function residentBytes(pid: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has ended.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
}

function parentOf(pid: number): number {
  try {
    return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
