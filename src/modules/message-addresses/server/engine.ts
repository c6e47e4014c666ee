import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Kind } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { engineChanges, engineId, nodeMillis, readEngine } from '#modules/messaging/server/public.ts';
import { engineGet, enginePause, engineSave, engineTest, type EngineDocument } from '../common/engine.contract.ts';
import { addressPage as page } from '../common/permissions.ts';
import type { EngineStep } from '../common/words.ts';

const base = siteKind(
  tableKind({
    kind: 'imEngine',
    module: 'message-addresses',
    codes: { read: page.code, revert: page.button.saveEngine },
    table: 'im_engine',
    name: 'driver',
    fields: {
      driver: { column: 'driver' },
      pingSeconds: { column: 'ping_seconds' },
      pausedUntil: { column: 'paused_until' },
      pauseReason: { column: 'pause_reason' },
    },
  }),
);

/** The engine in the change engine: one object, for the whole site. */
export const engineKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    engineChanges.happens();
  },
};

async function shown(db: Db, now: number): Promise<EngineDocument> {
  const { pausedUntil, pauseReason, ...state } = await readEngine(db);
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return {
    ...state,
    storeText: 'server',
    capabilities: ['history', 'recall', 'readMarks', 'groups', 'files', 'push'],
    pausedUntil: isPaused ? pausedUntil : null,
    pauseReason: isPaused ? pauseReason : '',
  };
}

async function change(call: Call, version: number, fields: Fields): Promise<EngineDocument> {
  call.caller.scope();
  return call.write(async (tx) => {
    await changeObjects(tx, call.caller, engineKind, [{ id: engineId, version, fields }]);
    return shown(tx, call.services.now());
  });
}

async function save(call: Call, { version, driver, pingSeconds }: Parsed<typeof engineSave>): Promise<EngineDocument> {
  if (driver !== undefined && driver !== 'embedded') throw new Refusal(16091, { capability: driver }, { capability: driver });
  return change(call, version, pingSeconds === undefined ? {} : { pingSeconds });
}

const busMillis = 3_000;

/** A word to oneself by the way on which processes hear of messages. */
async function heard({ bus }: Pick<Services, 'bus'>): Promise<void> {
  const word = randomUUID();
  let hear = (): void => undefined;
  const came = new Promise<void>((resolve) => (hear = resolve));
  const end = bus.subscribe('im.engineTest', (message) => (message === word ? hear() : undefined));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), busMillis);
  });
  try {
    await bus.publish('im.engineTest', word);
    await Promise.race([came, late]);
  } finally {
    clearTimeout(timer);
    end();
  }
}

class Undone extends Error {}

/** A write as a message is one, that is taken back. */
async function written({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.db
    .transaction()
    .execute(async (tx) => {
      await sql`update im_engine set updated_at = updated_at`.execute(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

async function processes({ database: { db }, now }: Pick<Services, 'database' | 'now'>): Promise<string> {
  const { rows } = await sql<{ n: number; connections: number }>`select count(*)::int as n,
    (select count(*)::int from im_online o join im_node own on own.id = o.node_id and own.seen_at > ${now() - nodeMillis}) as connections
    from im_node where seen_at > ${now() - nodeMillis}`.execute(db);
  return `${rows[0]!.n} / ${rows[0]!.connections}`;
}

async function tried(services: Services): Promise<Reply<typeof engineTest>> {
  const { secrets } = services;
  const place = { table: 'im_engine', column: 'test', row: engineId };
  const works: readonly [EngineStep, () => Promise<string>][] = [
    ['write', () => written(services).then(() => '')],
    ['bus', () => heard(services).then(() => '')],
    ['seal', () => (secrets.open(secrets.seal('word', place), place) === 'word' ? Promise.resolve('') : Promise.reject(new Error('key')))],
    ['processes', () => processes(services)],
  ];
  const steps: Reply<typeof engineTest>['steps'] = [];
  for (const [step, work] of works) {
    const begins = performance.now();
    const [ok, detail] = await work().then(
      (said) => [true, said] as const,
      (error: unknown) => [false, error instanceof Error ? error.message.slice(0, 200) : ''] as const,
    );
    steps.push({ step, ok, ms: Math.round((performance.now() - begins) * 10) / 10, detail });
  }
  return { ok: steps.every((one) => one.ok), steps };
}

/** The engine: what it is, how it works, pausing and trying it. */
export const engineRoutes: readonly BoundRoute[] = [
  handle(engineGet, ({ db, services }) => shown(db, services.now())),
  handle(engineSave, save),
  handle(enginePause, (call, { version, minutes, reason }) =>
    change(call, version, {
      pausedUntil: minutes === 0 ? null : call.services.now() + minutes * 60_000,
      pauseReason: minutes === 0 ? '' : reason,
    }),
  ),
  handle(engineTest, async (call) => {
    call.caller.scope();
    const found = await tried(call.services);
    call.caller.note({ ok: found.ok });
    return found;
  }),
];
