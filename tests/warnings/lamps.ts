import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { RaisedWarning } from '../../src/kit/server/warning/open-warnings.ts';
import { local } from '../../src/kit/server/warning/warning-kind.ts';
import type { ServerModule } from '../../src/kit/server/module.ts';
import { serveModulesAt, type TestModules } from '../../src/kit/testing/test-module.ts';
import { sweepWarnings, warningRound } from '../../src/modules/warnings/server/round/warning-round.ts';
import { warningsModule } from '../../src/modules/warnings/server/module.ts';
import { clock } from '../../src/platform/clock.ts';

const words = local('灯灭了', 'A lamp is dark', 'ランプが消えた');

/** A module of things that may go wrong. */
const lamps: ServerModule = {
  name: 'lamps',
  migrations: '',
  resources: [],
  routes: [],
  catalogs: { zh_CN: {}, en_US: {}, ja_JP: {} },
  warningKinds: [
    {
      kind: 'lamp.dark',
      title: words,
      sentence: local('{name} 灭了：{why}', '{name} is dark: {why}', '{name} が消えた：{why}'),
      severity: 'error',
      facts: { why: { label: local('原因', 'Why', '原因') } },
      parameters: { lux: { label: local('照度', 'Lux', '照度'), value: 40, min: 1, max: 100 } },
      follows: ['house.dark'],
      link: ({ id }) => `/lamps?id=${id}`,
    },
    { kind: 'house.dark', title: words, sentence: local('{name} 停电', '{name} has no current', '{name} が停電'), severity: 'critical' },
    { kind: 'mail.failing', title: words, sentence: local('邮件失败', 'Mail fails', 'メール失敗'), severity: 'error', notBy: ['mail'] },
    {
      kind: 'lamp.stolen',
      title: words,
      sentence: local('{name} 被盗', '{name} was stolen', '{name} が盗まれた'),
      severity: 'warning',
      moment: true,
    },
  ],
};

/** What another system received. */
export interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Warnings of lamps, on a clock that the test moves, with a real receiver of webhooks. */
export interface LampHouse extends TestModules {
  /** Address of the receiver. */
  hook: string;
  received: Received[];
  /** How the receiver answers from now on. */
  answer(status: number, body?: string): void;
  /** One round after so many minutes. */
  round(minutes?: number): Promise<void>;
  raise(id: string, more?: Partial<RaisedWarning>): Promise<void>;
  over(id: string, kind?: string): Promise<void>;
  /** The minutes that the test has moved the clock by. */
  now(): number;
}

/** Opens the house. */
export async function openLampHouse(): Promise<LampHouse> {
  const received: Received[] = [];
  let reply = { status: 200, body: '{}' };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const modules = await serveModulesAt([`127.0.0.1:${port}`], warningsModule, lamps);
  const { services, database } = modules;
  const start = Date.now();
  let moved = 0;
  const unfollow = clock.follow(() => start + moved);
  return {
    ...modules,
    hook: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (status, body = '{}') => void (reply = { status, body }),
    now: () => start + moved,
    round: async (minutes = 0) => {
      moved += minutes * 60_000 + 1;
      await sql`update warning_round set at = 0`.execute(database.db);
      await warningRound(services);
      await sweepWarnings(services);
    },
    raise: async (id, more = {}) => {
      moved += 1;
      await services.warnings.raise(database.db, {
        kind: 'lamp.dark',
        object: { kind: 'lamp', id, name: `Lamp ${id}` },
        facts: { why: 'no bulb' },
        ...more,
      });
    },
    over: async (id, kind = 'lamp.dark') => {
      moved += 1;
      await services.warnings.clear(database.db, kind, id);
    },
    close: async () => {
      unfollow();
      await modules.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
