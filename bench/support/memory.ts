import { readdirSync, readFileSync } from 'node:fs';

const kilobytesInMegabyte = 1024;

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
    const family = [pid, ...childrenOf(pid)].map(kilobytesOf);
    const [alone = { own: 0, files: 0 }] = family;
    most = {
      alone: Math.max(most.alone, alone.own + alone.files),
      // The files are the code of Node and of libraries, of which the system keeps one copy for all.
      together: Math.max(
        most.together,
        family.reduce((sum, { own }) => sum + own, 0) + Math.max(...family.map((one) => one.files)),
      ),
    };
  };
  const timer = setInterval(look, 20);
  return {
    take() {
      look();
      const { alone, together } = most;
      most = { alone: 0, together: 0 };
      return {
        alone: Math.round(alone / kilobytesInMegabyte),
        together: Math.round(together / kilobytesInMegabyte),
      };
    },
    stop: () => clearInterval(timer),
  };
}

/** The most that a process has taken since it began, and what it takes now, in megabytes. */
export function memoryOf(pid: number): { most: number; now: number } {
  const status = statusOf(pid);
  return {
    most: Math.round(readNumber(status, 'VmHWM') / kilobytesInMegabyte),
    now: Math.round(readNumber(status, 'VmRSS') / kilobytesInMegabyte),
  };
}

function kilobytesOf(pid: number): { own: number; files: number } {
  const status = statusOf(pid);
  return {
    own: readNumber(status, 'RssAnon') + readNumber(status, 'RssShmem'),
    files: readNumber(status, 'RssFile'),
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => readNumber(statusOf(candidate), 'PPid') === pid);
}

/** What Linux tells about a process; nothing if it has ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function readNumber(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
