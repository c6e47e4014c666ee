import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** How a child process ended. */
export interface ChildEnd {
  readonly code: number | null;
  /** Why it was ended by us. */
  readonly stopped: 'timeout' | 'memory' | 'cancelled' | null;
  readonly output: string;
}

/** What a child process may use. */
export interface ChildLimits {
  readonly timeoutMillis: number;
  readonly memoryMiB: number;
  /** Its home and working folder; it is given nothing else of this machine's environment. */
  readonly folder: string;
  readonly isolated: boolean;
  readonly signal?: AbortSignal;
}

const mostOutput = 16 * 1024;
const watchMillis = 250;
/** Bytes of one file that it may write. */
const mostFile = 2 * 1024 ** 3;

/**
 * Runs a program in a process group of its own, without network where the machine allows that, with an empty environment, and ends the whole
 * group when its time or memory is over.
 */
export function runChild(program: string, args: readonly string[], limits: ChildLimits): Promise<ChildEnd> {
  const [first, ...rest] = [...wrapped(limits), program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(first!, rest, {
      cwd: limits.folder,
      env: { PATH: '/usr/bin:/bin', HOME: limits.folder, TMPDIR: limits.folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    let stopped: ChildEnd['stopped'] = null;
    const stop = (why: NonNullable<ChildEnd['stopped']>): void => {
      stopped ??= why;
      killGroup(child.pid);
    };
    const keep = (piece: Buffer): void => {
      if (output.length < mostOutput) output += piece.toString('utf8').slice(0, mostOutput - output.length);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const timer = setTimeout(() => stop('timeout'), limits.timeoutMillis);
    const watch = setInterval(() => {
      if (child.pid !== undefined && residentOf(child.pid) > limits.memoryMiB * 1024 ** 2) stop('memory');
    }, watchMillis);
    const cancel = (): void => stop('cancelled');
    limits.signal?.addEventListener('abort', cancel, { once: true });
    const done = (): void => {
      clearTimeout(timer);
      clearInterval(watch);
      limits.signal?.removeEventListener('abort', cancel);
      killGroup(child.pid);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code) => {
      done();
      resolve({ code, stopped, output });
    });
  });
}

function wrapped({ isolated }: ChildLimits): string[] {
  const limit = existsSync('/usr/bin/prlimit') ? ['/usr/bin/prlimit', '--core=0', `--fsize=${mostFile}`, '--'] : [];
  return isolated ? [...limit, ...isolation()] : limit;
}

/** A network namespace in which there is nothing; who is no superuser gets it together with a namespace of users. */
const isolation = (): string[] => [
  '/usr/bin/unshare',
  ...(process.getuid?.() === 0 ? ['--net'] : ['--user', '--map-current-user', '--net']),
  '--',
];

/** Whether this machine lets converters run without a network; looked at by running one program so. */
export async function canIsolate(folder: string): Promise<boolean> {
  if (!existsSync('/usr/bin/unshare')) return false;
  const end = await runChild('/bin/true', [], { timeoutMillis: 5_000, memoryMiB: 256, folder, isolated: true }).catch(() => undefined);
  return end?.code === 0;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** Bytes that a process group holds in memory; 0 where the machine does not say. */
function residentOf(group: number): number {
  let bytes = 0;
  for (const name of listed()) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Behind the name: state, parent, process group, … , resident pages.
      if (Number(fields[2]) === group) bytes += Number(fields[21]) * 4096;
    } catch {
      // It ended while it was looked at.
    }
  }
  return bytes;
}

function listed(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
