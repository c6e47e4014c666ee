import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second (sysconf(_SC_CLK_TCK), which no machine of today has otherwise). */
const ticksPerSecond = 100;

/** What /proc tells of a process: its parent, and ticks of it and of those of its children that ended. */
interface ProcessTimes {
  parent: number;
  ticks: number;
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) };
  } catch {
    return undefined;
  }
}

/**
 * CPU seconds (user and system) that this process and everything it started took since it began: what ended, what lives, at any depth. What was
 * left by a parent that was killed is missing. 0 where there is no /proc.
 */
export function cpuSeconds(root: number = process.pid): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const all = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) ? timesOf(Number(name)) : undefined;
    if (times) all.set(Number(name), times);
  }
  const below = new Set([root]);
  // A child's number may be less than its parent's once numbers begin again: repeated until nothing is new.
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const [pid, { parent }] of all) if (below.has(parent)) below.add(pid);
  }
  let ticks = 0;
  for (const pid of below) ticks += all.get(pid)?.ticks ?? 0;
  return ticks / ticksPerSecond;
}
