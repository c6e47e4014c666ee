import { parseArgs } from 'node:util';
import { printFigures, recordFigures, type Figure } from './lib/figure.ts';

// npm run bench -- NAME ... [--record]: measures figures, each against its peer or limit; without a name all of them.
const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  start: async () => (await import('./start.ts')).start(),
  console: async () => (await import('./console.ts')).consoles(),
  walk: async () => (await import('./walk.ts')).walks(),
  bundle: async () => (await import('./bundle.ts')).bundle(),
  lists: async () => (await import('./lists.ts')).lists(),
  tree: async () => (await import('./tree.ts')).tree(),
  moveDepartment: async () => (await import('./move-department.ts')).moves(),
  crowdTurns: async () => (await import('./crowd-turns.ts')).crowdTurns(),
  peopleExport: async () => (await import('./people-export.ts')).peopleExports(),
  pickers: async () => (await import('./pickers.ts')).pickers(),
  whoCan: async () => (await import('./who-can.ts')).whoCans(),
  contacts: async () => (await import('./contacts.ts')).contacts(),
  hidden: async () => (await import('./hidden.ts')).hidden(),
  messages: async () => (await import('./messages.ts')).messages(),
  words: async () => (await import('./words.ts')).words(),
  wordPublication: async () => (await import('./word-publish.ts')).wordPublication(),
  mixed: async () => (await import('./mixed.ts')).mixed(),
  sourceRun: async () => (await import('./source-run.ts')).sourceRuns(),
  sourceMemory: async () => (await import('./source-memory.ts')).sourceMemory(),
  import: async () => (await import('./import.ts')).imports(),
  logs: async () => (await import('./logs.ts')).logs(),
  seals: async () => (await import('./seals.ts')).seals(),
  limits: async () => (await import('./limits.ts')).limits(),
  gateway: async () => (await import('./gateway.ts')).gateway(),
  gatewaySlow: async () => (await import('./gateway-slow.ts')).gatewaySlow(),
  config: async () => (await import('./config.ts')).config(),
  fileDecisions: async () => (await import('./file-decisions.ts')).fileDecisions(),
  packages: async () => (await import('./packages.ts')).packages(),
  uploads: async () => (await import('./uploads.ts')).uploads(),
  upgradeChecks: async () => (await import('./upgrade-checks.ts')).upgradeChecks(),
  checkIns: async () => (await import('./check-ins.ts')).checkIns(),
  devices: async () => (await import('./devices.ts')).devices(),
  screenshots: async () => (await import('./screenshots.ts')).screenshots(),
  publicPush: async () => (await import('./public-push.ts')).publicPush(),
  logExport: async () => (await import('./log-export.ts')).logExports(),
};

// What is made anew, not measured: only by its name.
const makes: Readonly<Record<string, () => Promise<Figure[]>>> = {
  pictures: async () => (await import('./pictures.ts')).pictures(),
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: 'boolean', default: false } } });
const unknown = positionals.filter((name) => !(name in benches) && !(name in makes));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: choose from ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const name of positionals.length > 0 ? positionals : Object.keys(benches)) {
  const figures = await (benches[name] ?? makes[name])!();
  printFigures(figures);
  if (values.record) recordFigures(figures);
}
// Kept connections would hold the process for their idle time.
process.exit(0);
