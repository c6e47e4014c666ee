import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { readPage } from '#kit/server/read-page.ts';
import { InvalidInput, taken } from '#kit/server/refusal.ts';
import { holdAdd, holdList, holdRelease, retentionRun } from '../../common/case.contract.ts';
import { assertGroups, assertPeople } from '../console/seen.ts';
import { groupFactsOf } from '../rule/group-facts.ts';
import { retentionJob } from './retention.job.ts';

interface Hold {
  id: string;
  version: number;
  name: string;
  people: string[];
  groupIds: string[];
  from: number | null;
  to: number | null;
  reason: string;
  createdAt: number;
}

async function list(call: Call, input: Parsed<typeof holdList>): Promise<Reply<typeof holdList>> {
  const range = call.caller.scope();
  const columns = sql`id, version, name, people, group_ids as "groupIds", from_at as "from", to_at as "to", reason, created_at as "createdAt"`;
  const page = await readPage<Hold>(call.db, { columns, from: sql`im_hold`, where: [], order: sql`lower(name), id` }, input);
  const people = await call.services.directory.people(
    call.db,
    page.list.flatMap((one) => one.people),
    call.caller.language,
    range,
  );
  const groups = await groupFactsOf(call.services)
    .now()
    .names(
      call.db,
      page.list.flatMap((one) => one.groupIds),
    );
  return {
    ...page,
    list: page.list.map(({ groupIds, ...one }) => ({
      ...one,
      people: one.people.map((id) => ({ id, name: people.get(id)?.name ?? '' })),
      groups: groupIds.map((id) => ({ id, name: groups.get(id) ?? '' })),
    })),
  };
}

async function add(call: Call, input: Parsed<typeof holdAdd>): Promise<{ id: string }> {
  const { caller, services } = call;
  if (input.people.length === 0 && input.groupIds.length === 0)
    throw new InvalidInput([{ path: 'people', namespace: 'messaging', key: 'case.nobody' }]);
  await assertPeople(call.db, caller.scope(), input.people);
  await assertGroups(services, caller.scope(), input.groupIds);
  const id = newId();
  const now = services.now();
  return call.write(async (tx) => {
    const { rows } =
      await sql`insert into im_hold (id, version, created_at, created_by, updated_at, updated_by, name, people, group_ids, from_at, to_at, reason)
      values (${id}::uuid, 1, ${now}, ${caller.uid}, ${now}, ${caller.uid}, ${input.name}, ${input.people}::uuid[], ${input.groupIds}::uuid[],
        ${input.from}, ${input.to}, ${input.reason}) on conflict do nothing returning id`.execute(tx);
    if (rows.length === 0) throw taken('name');
    caller.touch({ kind: 'imHold', id, name: input.name });
    return { id };
  });
}

async function release(call: Call, { ids, reason }: Parsed<typeof holdRelease>): Promise<{ count: number }> {
  const { caller } = call;
  caller.scope();
  return call.write(async (tx) => {
    const { rows } = await sql<{ id: string; name: string }>`delete from im_hold where id = any(${ids}::uuid[]) returning id, name`.execute(
      tx,
    );
    for (const { id, name } of rows) caller.touch({ kind: 'imHold', id, name });
    caller.note({ reason });
    return { count: rows.length };
  });
}

/** Legal holds, and the rules of keeping done now. */
export const holdRoutes: readonly BoundRoute[] = [
  handle(holdList, (call, input) => list(call, input)),
  handle(holdAdd, (call, input) => add(call, input)),
  handle(holdRelease, (call, input) => release(call, input)),
  handle(retentionRun, (call) => {
    call.caller.scope();
    return call.write(async (tx) => ({ jobId: await call.services.jobs.start(tx, call.caller, retentionJob, {}) }));
  }),
];
