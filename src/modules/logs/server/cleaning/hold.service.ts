import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { InvalidInput, notFound, Refusal, stale, taken, wrongState } from '#kit/server/refusal.ts';
import {
  mostHolds,
  type holdAdd,
  type holdDecide,
  type HoldDetail,
  type holdList,
  type holdRelease,
  type holdUpdate,
  type HoldView,
} from '../../common/cleaning/hold.contract.ts';
import { detachPart } from '#kit/server/audit/purge.ts';
import { bringBack } from './clean.record.ts';
import { heldBy, heldInTable, holdsNow, type HoldData } from './hold.match.ts';
import { kindsOfTable } from './retention.ts';

/** Holds, the newest first. */
export async function listHolds({ db, caller }: Call, input: Parsed<typeof holdList>): Promise<Reply<typeof holdList>> {
  const { state, sort = '-createdAt' } = input;
  const where = state?.length ? [sql<boolean>`state = any(${state}::text[])`] : [];
  const order = orderOf(sort, { createdAt: sql`created_at`, name: sql`lower(name)` }, sql`id`);
  const { list, ...rest } = await readPage<HoldData>(db, { columns: sql`*`, from: sql`legal_hold`, where, order }, input);
  return { list: list.map((row) => viewOf(row, caller.uid)), ...rest };
}

/** One hold with the rows that it keeps. */
export async function getHold({ db, services, caller }: Call, id: string): Promise<HoldDetail> {
  const row = await db.selectFrom('legal_hold').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  const rows = [];
  for (const kind of services.logKinds) {
    if (row.kinds.length > 0 && !row.kinds.includes(kind.code)) continue;
    const count = sql<{ n: number }>`select count(*)::bigint as n from ${sql.table(kind.table)} as log where ${heldBy([row], kind)}`;
    rows.push({ kind: kind.code, name: pick(kind.name, caller.language), rows: (await count.execute(db)).rows[0]?.n ?? 0 });
  }
  return { ...viewOf(row, caller.uid), rows };
}

function viewOf(row: HoldData, uid: string): HoldView {
  const { asked } = row;
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    reason: row.reason,
    kinds: row.kinds,
    employeeIds: row.employee_ids,
    objectIds: row.object_ids,
    addresses: row.addresses,
    from: row.from_at,
    to: row.to_at,
    until: row.until,
    owner: row.owner_name,
    state: row.state,
    releasedAt: row.released_at,
    createdAt: row.created_at,
    asked: asked ? { what: asked.what, by: asked.by, name: asked.name, at: asked.at, reason: asked.reason, own: asked.by === uid } : null,
  };
}

type Fields = Parsed<typeof holdAdd>;

function valuesOf(fields: Fields) {
  return {
    name: fields.name,
    reason: fields.reason,
    kinds: fields.kinds,
    employee_ids: fields.employeeIds,
    object_ids: fields.objectIds,
    addresses: fields.addresses,
    from_at: fields.from,
    to_at: fields.to,
    until: fields.until,
  };
}

async function assertFields({ services }: Call, tx: Tx, fields: Fields, id?: string): Promise<void> {
  const issue = (path: string): InvalidInput => new InvalidInput([{ path, namespace: 'kit', key: 'issue.invalid_value' }]);
  if (fields.kinds.some((code) => !services.logKinds.some((kind) => kind.code === code))) throw issue('kinds');
  if (fields.from !== null && fields.to !== null && fields.to < fields.from) throw issue('to');
  if (fields.until !== null && fields.until <= services.now()) throw issue('until');
  const named = fields.employeeIds.length + fields.objectIds.length + fields.addresses.length > 0;
  // A hold over everything for ever is nobody's request.
  if (!named && fields.from === null && fields.to === null) throw issue('employeeIds');
  const same =
    await sql`select from legal_hold where lower(name) = lower(${fields.name}) and state = 'active' and id <> ${id ?? newId()}::uuid`.execute(
      tx,
    );
  if (same.rows.length > 0) throw taken('name');
}

/** Keeps rows from now on; months that were detached come back and go again without what is held. */
export async function addHold(call: Call, fields: Fields): Promise<{ id: string }> {
  const { services, caller } = call;
  return call.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('logs.hold'))`.execute(tx);
    await assertFields(call, tx, fields);
    const { count } = await tx
      .selectFrom('legal_hold')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostHolds)
      throw new InvalidInput([{ path: 'name', namespace: 'kit', key: 'issue.too_big.array', params: { maximum: mostHolds } }]);
    const id = newId();
    const now = services.now();
    await tx
      .insertInto('legal_hold')
      .values({
        id,
        ...valuesOf(fields),
        owner: caller.uid,
        owner_name: caller.name,
        state: 'active',
        released_at: null,
        asked: null,
        created_at: now,
        created_by: caller.uid,
        updated_at: now,
        updated_by: caller.uid,
      })
      .execute();
    caller.touch({ kind: 'legalHold', id, name: fields.name });
    caller.note({ after: fields });
    await holdDetached(call, tx, id);
    return { id };
  });
}

/** Detached months hold back what a hold names: they come back, and go again without it. */
async function holdDetached({ services }: Call, tx: Tx, holdId: string): Promise<void> {
  const records = await tx.selectFrom('cleanup_record').selectAll().where('state', '=', 'removing').forUpdate().execute();
  const holds = await holdsNow(tx, services.now());
  const added = holds.filter(({ id }) => id === holdId);
  for (const record of records) {
    const kinds = kindsOfTable(services, record.log_table);
    const parts = await tx
      .selectFrom('cleanup_part')
      .selectAll()
      .where('record_id', '=', record.id)
      .where('state', '=', 'detached')
      .execute();
    for (const part of parts) {
      const gone = sql.table(`aside.${part.part}`);
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::bigint as n from ${gone} as log where ${heldInTable(added, kinds)}`.execute(tx);
      if ((rows[0]?.n ?? 0) === 0) continue;
      await bringBack(tx, record, part);
      const held = heldInTable(holds, kinds);
      const going = await sql<{ n: number }>`select count(*)::bigint as n from ${sql.table(part.part)} as log where not ${held}`.execute(
        tx,
      );
      const now = services.now();
      const request = { table: record.log_table, part: part.part, from: part.from_at, to: part.to_at, stream: kinds[0]?.stream, held, now };
      const rowsHeld = await detachPart(tx, services.secrets, { ...request, rows: going.rows[0]?.n ?? 0 });
      await tx
        .updateTable('cleanup_part')
        .set({ state: 'detached', detached_at: part.detached_at, drop_at: part.drop_at, rows: going.rows[0]?.n ?? 0, rows_held: rowsHeld })
        .where('record_id', '=', record.id)
        .where('part', '=', part.part)
        .execute();
      await tx
        .updateTable('cleanup_record')
        .set((set) => ({ rows_held: set('rows_held', '+', rowsHeld - part.rows_held) }))
        .where('id', '=', record.id)
        .execute();
    }
  }
}

async function locked(call: Call, tx: Tx, { id, version }: { id: string; version: number }): Promise<HoldData> {
  const row = await tx.selectFrom('legal_hold').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (row.version !== version) throw stale(viewOf(row, call.caller.uid));
  if (row.state !== 'active') throw wrongState(row.state);
  call.caller.touch({ kind: 'legalHold', id, name: row.name });
  return row;
}

async function ask(
  call: Call,
  tx: Tx,
  row: HoldData,
  request: { what: 'release' | 'update'; reason: string; change?: Record<string, unknown> },
): Promise<HoldView> {
  const { caller, services } = call;
  // Whoever wants it otherwise decides about what was asked first.
  if (row.asked) throw new Refusal(19008);
  const asked = { ...request, by: caller.uid, name: caller.name, at: services.now() };
  const { reason, change } = request;
  caller.note({ reason, ...(change && { change }) });
  const next = await tx
    .updateTable('legal_hold')
    .set({ asked: JSON.stringify(asked), version: row.version + 1, updated_at: services.now(), updated_by: caller.uid })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return viewOf(next, caller.uid);
}

/** Asks for a change. */
export async function askUpdate(call: Call, { id, version, ...fields }: Parsed<typeof holdUpdate>): Promise<HoldView> {
  return call.write(async (tx) => {
    const row = await locked(call, tx, { id, version });
    const { name, reason, kinds, employeeIds, objectIds, addresses, from, to, until } = viewOf(row, call.caller.uid);
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    const request = { name, reason, kinds, employeeIds, objectIds, addresses, from, to, until, ...known };
    await assertFields(call, tx, request, id);
    return ask(call, tx, row, { what: 'update', reason: request.reason, change: valuesOf(request) });
  });
}

/** Asks for the release. */
export async function askRelease(call: Call, { id, version, reason }: Parsed<typeof holdRelease>): Promise<HoldView> {
  return call.write(async (tx) => ask(call, tx, await locked(call, tx, { id, version }), { what: 'release', reason }));
}

/** A second person agrees or refuses; who asked may take it back. */
export async function decideHold(call: Call, input: Parsed<typeof holdDecide>): Promise<HoldView> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const row = await locked(call, tx, input);
    const { asked } = row;
    if (!asked) throw wrongState(row.state);
    if (input.approve && asked.by === caller.uid) throw new Refusal(19008);
    const now = services.now();
    const done = !input.approve
      ? {}
      : asked.what === 'release'
        ? { state: 'released' as const, released_at: now }
        : (asked.change as ReturnType<typeof valuesOf> | undefined);
    caller.note({ approve: input.approve, what: asked.what });
    const next = await tx
      .updateTable('legal_hold')
      .set({ ...done, asked: null, version: row.version + 1, updated_at: now, updated_by: caller.uid })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (input.approve && asked.what === 'update') await holdDetached(call, tx, row.id);
    return viewOf(next, caller.uid);
  });
}
