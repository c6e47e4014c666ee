import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import { applyEach } from '#kit/server/change/apply-each.ts';
import { callerOn } from '#kit/server/change/callers.ts';
import type { Fields, Json, Operation } from '#kit/server/change/kind.ts';
import { assertRecycled, recyclable } from '#kit/server/change/recycle-bin.ts';
import { linesOf, markReverted, revertLines, type Reverting } from '#kit/server/change/revert.ts';
import { visible } from '#kit/server/change/visible.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';

/** What is wished back. */
export interface RestoreWish {
  ids: readonly string[];
  suffix: boolean;
  parents: boolean;
}

/** A deleted object that another names. */
export interface Parent {
  id: string;
  kind: string;
  name: string;
  objectId: string;
}

/** What came back, and what could not. */
export interface Restored {
  restored: Reverting[];
  conflicts: Reverting[];
  batchId: string | null;
}

const mostTries = 9;

/** Brings deleted objects back in the caller's transaction: what they hang on first, then they themselves. */
export async function restoreObjects(tx: Tx, caller: Caller, services: Services, wish: RestoreWish): Promise<Restored> {
  await assertNotPurged(tx, services, caller, wish.ids);
  const parents = wish.parents ? (await parentsOf(tx, caller, services, wish.ids)).map(({ id }) => id) : [];
  const ids = [...new Set([...wish.ids, ...parents])];
  await assertRecycled(tx, caller, services, ids);
  const lines = await linesOf(tx, caller, services.kinds, { target: { operationIds: ids }, limit: ids.length });
  const first = await revertLines(tx, caller, { kinds: services.kinds, lines }, { reason: null });
  const conflicts: Reverting[] = [];
  const renamed: Reverting[] = [];
  for (const one of first.conflicts) {
    const done = wish.suffix && (await withNumber(tx, caller, one));
    if (done) renamed.push(done);
    else conflicts.push(one);
  }
  const batchId = caller.batch();
  if (batchId !== null && renamed.length > 0)
    await markReverted(
      tx,
      batchId,
      renamed.flatMap((one) => one.lines.map(({ id }) => id)),
    );
  await tx.deleteFrom('change_held').where('operation_id', 'in', ids).execute();
  const failed = new Set(conflicts.map(({ objectId }) => objectId));
  const all = lines.filter((line) => !failed.has(line.object_id));
  return {
    restored: all.map((line) => renamed.find((one) => one.objectId === line.object_id) ?? plain(services, line)),
    conflicts,
    batchId,
  };
}

function plain(services: Services, line: Awaited<ReturnType<typeof linesOf>>[number]): Reverting {
  const kind = services.kinds.find((one) => one.kind === line.kind)!;
  const operation: Operation = {
    action: 'restore',
    id: line.object_id,
    name: line.object_name,
    path: line.path,
    before: null,
    after: line.before,
    version: line.version_before,
  };
  return { kind, objectId: line.object_id, name: line.object_name, lines: [line], operation, conflict: undefined, usedBy: [], issues: [] };
}

/** Whether a number behind a name or code could help: a field of text is what it was refused for. */
export const couldRename = (one: Reverting): boolean =>
  one.conflict?.reason === 'refused' && one.operation !== undefined && namesIn(one).length > 0;

const namesIn = ({ issues, operation }: Reverting): string[] => [
  ...new Set(issues.map(({ path }) => path.split('.')[0] ?? '').filter((name) => isName(operation?.after?.[name]))),
];

/** A text, or one in several languages; ids of others are no names. */
const isName = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '' && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some((text) => typeof text === 'string'));

async function withNumber(tx: Tx, caller: Caller, one: Reverting): Promise<Reverting | undefined> {
  if (!couldRename(one)) return undefined;
  const { kind, operation } = one;
  const names = namesIn(one);
  for (let number = 2; number < 2 + mostTries; number++) {
    const after: Fields = { ...operation!.after };
    for (const name of names) after[name] = numbered(after[name] ?? '', number);
    const renamed: Operation = { ...operation!, after };
    const each = await applyEach(
      tx,
      callerOn(caller, kind.codes.revert),
      { kind, operations: [renamed] },
      { source: 'revert', reason: null },
    );
    if (each.done.length > 0) return { ...one, operation: renamed, conflict: undefined, issues: [] };
  }
  return undefined;
}

const numbered = (value: Json, number: number): Json => {
  if (typeof value === 'string') return `${value}-${number}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [name, text === '' || text === null ? text : numbered(text, number)]),
  );
};

/** Deleted objects whose ids stand in the fields of these, and those of theirs, as far as the caller may restore them. */
export async function parentsOf(db: Db, caller: Caller, services: Services, ids: readonly string[]): Promise<Parent[]> {
  const found = new Map<string, Parent>();
  for (let from = [...ids]; from.length > 0;) {
    const rows = await db
      .selectFrom('change_operation')
      .select(['id', 'kind', 'object_id as objectId', 'object_name as name'])
      .where(visible(caller, services.kinds, 'revert'))
      .where(recyclable(services.now()))
      .where('id', 'not in', [...ids, ...found.keys()])
      .where(
        sql<boolean>`object_id in (select m[1] from change_operation as child, regexp_matches(child.before::text, '[0-9a-f]{8}-[0-9a-f-]{27}', 'g') as m
          where child.id = any(${from}::uuid[]))`,
      )
      .limit(500)
      .execute();
    for (const row of rows) found.set(row.id, row);
    from = rows.map(({ id }) => id);
  }
  return [...found.values()];
}

async function assertNotPurged(db: Db, services: Services, caller: Caller, ids: readonly string[]): Promise<void> {
  const purged = await db
    .selectFrom('change_purged')
    .innerJoin('change_operation', 'change_operation.id', 'change_purged.operation_id')
    .select('change_purged.at')
    .where('operation_id', 'in', [...ids])
    .where(visible(caller, services.kinds))
    .executeTakeFirst();
  if (!purged) return;
  const date = new Intl.DateTimeFormat(caller.language.replace('_', '-'), { dateStyle: 'medium' }).format(purged.at);
  throw new Refusal(11091, { date }, { at: purged.at });
}

/** 11090 where nothing came back, with the first reason. */
export function assertAny(services: Services, caller: Caller, { restored, conflicts }: Restored): void {
  const [first] = conflicts;
  if (restored.length > 0 || !first) return;
  throw new Refusal(11090, { reason: reasonOf(services, caller, first) });
}

function reasonOf(services: Services, caller: Caller, { conflict, issues, usedBy }: Reverting): string {
  const messages = issues.map(({ namespace, key, params }) => services.texts.text(caller.language, namespace, key, params)).join(' ');
  return services.texts.text(caller.language, 'kit', `history.conflict.${conflict?.reason ?? 'refused'}`, {
    fields: (conflict?.fields ?? []).join(', '),
    names: usedBy.map(({ name }) => name).join(', '),
    messages,
  });
}

/** The code for a right that is missing. */
export const lacking = (needed: string): Refusal => new Refusal(code.notGranted, { code: needed }, { code: needed });
