import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ProductConfig } from '#kit/common/product/product-config.ts';
import { demoCalendar } from '#kit/server/demo/demo-calendar.ts';
import { demoCast } from '#kit/server/demo/demo-cast.ts';
import { startDemoClock } from '#kit/server/demo/demo-clock.ts';
import type { DemoSize } from '#kit/server/demo/demo-part.ts';
import { playDemo } from '#kit/server/demo/play-demo.ts';
import { makeOneTimePassword } from '#kit/server/session/credentials.ts';
import { clearFolder } from '#platform/database/embedded/clear-folder.ts';
import type { Settings } from '#platform/settings.ts';
import { StartError } from '#platform/start-error.ts';
import { modules } from './modules.ts';
import { startProduct } from './start-product.ts';

/** The company that `npm run demo` shows. */
export const demoSize: DemoSize = { seed: 20_261_120, people: 5_000, pace: 1 };

/** What the folder tells of itself: half made, or ready to be used. */
const marker = z.object({ state: z.enum(['filling', 'ready']), password: z.string() });

const shown: Partial<ProductConfig> = {
  tabTitle: 'Wheelhouse · demo',
  menuTitle: 'Wheelhouse · demo',
  org: 'Galaxy Group',
  loginFooter: 'Demo · 演示 · デモ: Galaxy Group (fictional · 虚构公司 · 架空の会社)',
};

/** A folder that holds the sample company. */
export interface Demo {
  /** To start the product with. */
  readonly settings: Settings;
  /** Password of everybody in `demoCast`. */
  readonly password: string;
}

/** Settings that reach nothing but the demo's own folder, whatever the environment says about data. */
function settingsOf(given: Settings, dataDir: string): Settings {
  const { databaseUrl: _database, redisUrl: _redis, masterKey: _key, ...rest } = given;
  return { ...rest, dataDir, fileStore: path.join(dataDir, 'files'), keyFile: path.join(dataDir, 'master.key') };
}

/** Makes the sample company in this folder unless it is there; a folder that was left half made is made again. Tells how far it is. */
export async function openDemo(given: Settings, dataDir: string, size = demoSize, tell: (line: string) => void = () => {}): Promise<Demo> {
  const settings = settingsOf(given, dataDir);
  const file = path.join(dataDir, 'demo.json');
  if (existsSync(file)) {
    const known = marker.parse(JSON.parse(readFileSync(file, 'utf8')));
    if (known.state === 'ready') return { settings, password: known.password };
    tell('The last start ended before the sample company was complete: it is made anew.');
    // The marker stays: who is broken off while clearing begins here again.
    await clearFolder(dataDir, [path.basename(file)]);
  } else if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new StartError(`The folder ${dataDir} holds something else than the sample company: move it away.`);
  }
  const password = makeOneTimePassword();
  // Passable for root's choice of `nobody`, who runs the database then.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const mark = (state: 'filling' | 'ready'): void => writeFileSync(file, JSON.stringify({ state, password }), { mode: 0o600 });
  mark('filling');
  writeFileSync(path.join(dataDir, 'product.json'), JSON.stringify(shown, null, 2));
  await fill(settings, password, size, tell);
  mark('ready');
  return { settings, password };
}

async function fill(settings: Settings, password: string, size: DemoSize, tell: (line: string) => void): Promise<void> {
  const calendar = demoCalendar(Date.now());
  const clock = startDemoClock(calendar.at(0, '08:55', demoCast.admin.hoursEast));
  try {
    const product = await startProduct({ ...settings, adminPassword: password, logLevel: 'error' }, { listen: false });
    const { app, services } = product;
    try {
      // A folder that is lost half made is made again: no commit has to wait for the disk until it is complete.
      await sql`alter system set synchronous_commit = off`.execute(services.database.db);
      await sql`select pg_reload_conf()`.execute(services.database.db);
      const parts = await Promise.all(modules.flatMap((module) => module.demo?.() ?? []));
      await playDemo({ app, services, clock, calendar, size, password, parts, onDay: (day) => day % 10 === 0 && tell(`Day ${day} of 90`) });
      await sql`alter system reset synchronous_commit`.execute(services.database.db);
    } finally {
      await product.stop();
    }
  } finally {
    clock.end();
  }
}

/** Who may be tried, for the operator's eyes. */
export function demoPeople({ password }: Demo): string[] {
  const people = [
    ['admin', 'may do everything'],
    [demoCast.japanHr.account, 'administers the people of the Tokyo subsidiary alone'],
    [demoCast.auditor.account, 'reads everything and changes nothing'],
  ];
  return people.map(([account, words]) => `  ${account!.padEnd(16)} ${password}   ${words}`);
}
