import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Areas that were there when the budget was set, and what they may take together, in CPU seconds. */
const first = { areas: 17, seconds: 3000 };
/** What each further area adds. */
const eachFurther = 180;

/** The parts of the tests, by where their files lie; what is in none is a test over the wire. */
const parts = [
  ['the runner', /^the runner$/],
  ["the tests' database", /^the tests' database$/],
  ['pages in Chromium', /^tests\/(pages|journeys)\//],
  ['faults, starts and kills', /^tests\/faults\//],
  ['generators and sample company', /^tests\/(generators|demo)\./],
  ['conformance', /^tests\/(conformance|checks)\//],
  ['modules', /^src\/modules\//],
  ['kit, platform and scripts', /^(src|scripts)\//],
  ['over the wire', /^tests\//],
];

/** CPU seconds of the tests by part, and their dearest files, from the notes that the workers left (tests/cpu.setup.ts). */
export function notedBy(file) {
  const notes = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const sums = new Map(parts.map(([name]) => [name, 0]));
  for (const note of notes) {
    const [name] = parts.find(([, pattern]) => pattern.test(note.file)) ?? parts.at(-1);
    sums.set(name, sums.get(name) + note.seconds);
  }
  const dearest = notes.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  return { sums, dearest };
}

/** What the run may take: a module is an area. */
export function budgetOf(root) {
  const areas = readdirSync(path.join(root, 'src/modules'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
  return first.seconds + Math.max(0, areas - first.areas) * eachFurther;
}

/** CPU seconds of the fixed work on the machine for which the budget was set, on a core that little else uses. */
const usual = 0.3;

/** CPU seconds that a fixed piece of work takes at this moment. */
function fixedWork() {
  const before = process.cpuUsage();
  const seen = new Map();
  for (let step = 0, number = 1; step < 3_000_000; step += 1) {
    number = (Math.imul(number, 1_664_525) + 1_013_904_223) >>> 0;
    seen.set(number & 0xff_ff, (seen.get(number & 0xff_ff) ?? '').length + step);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/**
 * Watches how much slower the machine is than the one of the budget, at least 1: others at work make a core slower also in CPU seconds (to
 * half, where two share one), and a slow machine is no fault of the tests. `slowness` ends the watch.
 */
export function watchMachine() {
  const samples = [fixedWork()];
  const timer = setInterval(() => samples.push(fixedWork()), 30_000);
  return () => {
    clearInterval(timer);
    samples.push(fixedWork());
    return Math.max(1, samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] / usual);
  };
}
