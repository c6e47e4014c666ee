import { sql } from 'kysely';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { audienceExplain, audienceParts } from '../../common/audience.contract.ts';
import type { AudienceMember, AudienceMode } from '../../common/words.ts';
import { noteInAccounts } from '../account-log.ts';
import { assertWorks } from '../reach.ts';
import { audienceKinds, fieldOf } from './audience.kind.ts';
import { audienceList, explainAudience } from './audience.query.ts';

interface Adding {
  readonly snoId: string;
  readonly ids: readonly string[];
  readonly mode: AudienceMode;
}

async function note(call: Call, tx: Tx, request: { snoId: string; kind: string; count: number; mode?: AudienceMode }): Promise<void> {
  const { snoId, kind, ...detail } = request;
  const { rows } = await sql<{ name: string }>`select name ->> 'zh_CN' as name from sno where id = ${snoId}::uuid`.execute(tx);
  call.caller.touch({ kind: 'sno', id: snoId, name: rows[0]?.name ?? '' });
  const by = { id: call.caller.uid, name: call.caller.name };
  await noteInAccounts(tx, [{ snoId, tab: 'operation', kind, by, result: 'done', detail }]);
}

/** Puts members into an audience; who is in it already gets the mode. */
async function add(call: Call, kind: AudienceMember, { snoId, ids, mode }: Adding): Promise<{ count: number }> {
  await assertWorks(call.db, call.caller.scope(), snoId, 'manage');
  return call.write(async (tx) => {
    await sql`select from sno where id = ${snoId}::uuid for update`.execute(tx);
    const { rows } = await sql<{ id: string; member: string }>`select id, member_id as member from sno_audience
      where sno_id = ${snoId}::uuid and member_kind = ${kind} and member_id = any(${ids}::uuid[])`.execute(tx);
    const known = new Set(rows.map(({ member }) => member));
    const fresh = ids.filter((id) => !known.has(id));
    if (fresh.length > 0)
      await createObjects(
        tx,
        call.caller,
        audienceKinds[kind],
        fresh.map((id) => ({ name: id, path: null, fields: { snoId, memberKind: kind, [fieldOf[kind]]: id, mode } })),
      );
    if (rows.length > 0)
      await changeObjects(
        tx,
        call.caller,
        audienceKinds[kind],
        rows.map(({ id }) => ({ id, version: null, fields: { mode } })),
      );
    await note(call, tx, { snoId, kind: 'audience.add', count: ids.length, mode });
    return { count: ids.length };
  });
}

/** The accounts of rows, all of which the caller may change; a row that is not there is like one outside. */
async function accountsOf(call: Call, tx: Tx, kind: AudienceMember, ids: readonly string[]): Promise<Map<string, string[]>> {
  const range = call.caller.scope();
  const { rows } = await sql<{ id: string; sno: string }>`select id, sno_id as sno from sno_audience
    where id = any(${ids}::uuid[]) and member_kind = ${kind} order by id for update`.execute(tx);
  if (rows.length < ids.length) throw range.all ? notFound() : outOfRange();
  const accounts = new Map([...Map.groupBy(rows, ({ sno }) => sno)].map(([sno, own]) => [sno, own.map(({ id }) => id)]));
  for (const snoId of accounts.keys()) await assertWorks(tx, range, snoId, 'manage');
  return accounts;
}

async function update(
  call: Call,
  kind: AudienceMember,
  { ids, mode }: { ids: readonly string[]; mode: AudienceMode },
): Promise<{ count: number }> {
  call.caller.scope();
  return call.write(async (tx) => {
    const accounts = await accountsOf(call, tx, kind, ids);
    await changeObjects(
      tx,
      call.caller,
      audienceKinds[kind],
      ids.map((id) => ({ id, version: null, fields: { mode } })),
    );
    for (const [snoId, own] of accounts) await note(call, tx, { snoId, kind: 'audience.update', count: own.length, mode });
    return { count: ids.length };
  });
}

async function remove(call: Call, kind: AudienceMember, { ids }: { ids: readonly string[] }): Promise<{ count: number }> {
  call.caller.scope();
  return call.write(async (tx) => {
    const accounts = await accountsOf(call, tx, kind, ids);
    await removeObjects(tx, call.caller, audienceKinds[kind], ids);
    for (const [snoId, own] of accounts) await note(call, tx, { snoId, kind: 'audience.delete', count: own.length });
    return { count: ids.length };
  });
}

/** Audiences of accounts: rows of people, departments and dynamic groups. */
export const audienceRoutes: readonly BoundRoute[] = [
  ...audienceParts.flatMap((part): BoundRoute[] => [
    handle(part.list, (call, input) => audienceList(call, part.kind, input)),
    handle(part.add, (call, input) => add(call, part.kind, input)),
    handle(part.update, (call, input) => update(call, part.kind, input)),
    handle(part.delete, (call, input) => remove(call, part.kind, input)),
  ]),
  handle(audienceExplain, explainAudience),
];
