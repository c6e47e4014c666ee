import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Whether a process with this id exists (also one of another user). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Tells a process from a later one with the same id: its start on the system's clock; empty when there is none. */
export function startMark(pid: number): string {
  if (process.platform !== 'linux') return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the 22nd field; the second may hold blanks and brackets, so counting starts after its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : `${boot}:${fields[19]}`;
  } catch {
    return '';
  }
}

/** Whether the process is a PostgreSQL server working in this data folder. */
export function servesFolder(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres) ');
    } catch {
      return false;
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(folder);
}
