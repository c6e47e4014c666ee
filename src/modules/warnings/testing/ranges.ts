import { sql } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import '#kit/server/warning/warning.table.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

type Pair = Record<'inside' | 'outside', string>;

/** A warning of each side, with a change and a notice. */
const pairOf = oncePerWorld(makePair);

async function makePair(world: World): Promise<Pair> {
  const { db } = world.house.product.database;
  const add = async (side: 'inside' | 'outside'): Promise<string> => {
    const id = newId();
    await sql`insert into warning (id, kind, module, object_kind, object_id, object_name, dept_id, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, opened_at, look_at)
      values (${id}, 'job.stuck', 'kit', 'job', ${`range ${side}`}, ${side}, ${world[side].department.id}, 'error', 'error', '{}', 'open', true, false, 1, 1, 1, 1, 9000000000000000)`.execute(
      db,
    );
    await sql`insert into warning_change (id, warning_id, at, what) values (${newId()}, ${id}, 1, 'opened')`.execute(db);
    await sql`insert into warning_notice (id, warning_id, person_name, channel, reason, severity, state, at, not_before)
      values (${newId()}, ${id}, 'Somebody', 'mail', 'open', 'error', 'sent', ${Date.now()}, 1)`.execute(db);
    return id;
  };
  return { inside: await add('inside'), outside: await add('outside') };
}

const hidden = (input: Values, counted: boolean): Sample => ({
  hidden: async (world) => ({ input, ids: [(await pairOf(world)).outside], counted }),
});
const many = (more: Values): Sample => ({
  refused: async (world) => {
    const { inside, outside } = await pairOf(world);
    return [[outside], [inside, outside], [outside, inside], [inside, nobody]].map((ids) => ({ ids, ...more }));
  },
});
/** For who sees everything alone. */
const whole = (input: Values = {}): Sample => ({ refused: () => [input] });
const rule = { kind: 'job.stuck', forMinutes: 0, clearMinutes: 5 };

/** How operations on warnings are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  'sys/warning/list': hidden({ pageNum: 1, pageSize: 200 }, true),
  'sys/warning/get': {
    refused: async (world) => [{ id: (await pairOf(world)).outside }, { id: nobody }],
  },
  'sys/warning/count': { free: 'It answers counts under the condition of the list' },
  'sys/warning/history': hidden({ pageSize: 200 }, false),
  'sys/warning/notices': hidden({ pageSize: 200 }, false),
  'sys/warning/ack': many({}),
  'sys/warning/assign': many({ employeeId: null }),
  'sys/warning/resolve': many({ comment: 'Done' }),
  'sys/warning/rule/list': whole(),
  'sys/warning/rule/get': whole({ id: nobody }),
  'sys/warning/rule/add': whole({ kind: 'job.stuck', name: 'Mine', match: {} }),
  'sys/warning/rule/update': whole({ id: nobody, version: 1, repeatHours: 2 }),
  'sys/warning/rule/delete': whole({ ids: [nobody] }),
  'sys/warning/rule/replay': whole(rule),
  'sys/noticePerson/list': whole(),
  'sys/noticePerson/get': whole({ id: nobody }),
  'sys/noticePerson/add': whole({ name: 'Mine', webhookUrl: 'https://example.com/', channels: ['webhook'] }),
  'sys/noticePerson/update': whole({ id: nobody, version: 1, licence: true }),
  'sys/noticePerson/status/update': whole({ id: nobody, status: 'enabled' }),
  'sys/noticePerson/delete': whole({ ids: [nobody] }),
  'sys/noticePerson/test': whole({ id: nobody, channel: 'mail' }),
  'sys/noticePerson/verify': whole({ id: nobody, code: '123456' }),
  'sys/warning/silence/list': whole(),
  'sys/warning/silence/add': whole({ until: 8_000_000_000_000, reason: 'Mine' }),
  'sys/warning/silence/end': whole({ id: nobody }),
};
