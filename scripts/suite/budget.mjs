import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Areas (modules) that were there when the budget was set. */
const areasThen = 43;

/**
 * The parts of the tests, by where their files lie, with what each may take in CPU seconds on the machine of the budget: what it took when
 * that was set and a third as room, and what each further area adds. What is in none is a test over the wire; what the run does before the
 * tests (types, lint, build) is the last.
 */
const parts = [
  // It says how things stand for as long as a run takes, so that it takes more on a machine with other work.
  ['the runner', /^the runner$/, 90, 1],
  ["the tests' database", /^the tests' database$/, 900, 20],
  ['pages in Chromium', /^tests\/(pages|journeys)\//, 1700, 60],
  ['faults, starts and kills', /^tests\/faults\//, 600, 0],
  ['generators and sample company', /^tests\/(generators|demo)\./, 450, 5],
  ['conformance', /^tests\/(conformance|checks)\//, 600, 20],
  ['modules', /^src\/modules\//, 500, 20],
  ['kit, platform and scripts', /^(src|scripts)\//, 300, 0],
  ['over the wire', /^tests\//, 600, 25],
];
const before = ['checks and build', undefined, 360, 5];
/** What all together may take, with less room: not every part grows at once. */
const together = ['together', undefined, 4300, 150];

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

/**
 * What took more than it may, of the CPU seconds by part as `npm test` counted them, on a machine so many times as slow as that of the
 * budget; and what all took and may take.
 */
export function heldTo(root, spent, slowness) {
  const areas = readdirSync(path.join(root, 'src/modules'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length;
  const known = new Set(parts.map(([name]) => name));
  const sums = new Map();
  let total = 0;
  for (const [name, seconds] of spent) {
    const part = known.has(name) ? name : before[0];
    sums.set(part, (sums.get(part) ?? 0) + seconds / slowness);
    total += seconds / slowness;
  }
  const held = ([name, , least, further], seconds) => ({ name, seconds, most: least + Math.max(0, areas - areasThen) * further });
  const all = held(together, total);
  const single = [...parts, before].map((part) => held(part, sums.get(part[0]) ?? 0));
  return { all, over: [...single, all].filter(({ seconds, most }) => seconds > most) };
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
