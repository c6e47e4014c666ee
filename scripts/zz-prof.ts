import { openDemo } from '/work/wt-demo/src/app/demo.ts';
import { readSettings } from '/work/wt-demo/src/platform/settings.ts';
const t = performance.now();
const c = process.cpuUsage();
await openDemo(readSettings({ LOG_LEVEL: 'error' }, '/tmp'), process.argv[2]!, { seed: 7, people: Number(process.argv[3]), pace: Number(process.argv[4]) }, (l) => console.log(Math.round(performance.now() - t), Math.round(process.cpuUsage(c).user / 1000), l));
console.log('done', Math.round(performance.now() - t), Math.round(process.cpuUsage(c).user / 1000));
process.exit(0);
