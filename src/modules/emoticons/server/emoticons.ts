import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Tx } from '#kit/server/directory.ts';
import { directory } from '#modules/people/server/public.ts';
import { emoticon, emoticonPackage, mostOfPackage } from '../common/emoticon.contract.ts';
import { movingOf, stillsOf } from './pictures.ts';
import { usesById, usesOf } from './uses.ts';

/** Packages of emoticons; one that holds some is not deleted. */
export const packages = crudServer(emoticonPackage, {
  table: 'emoticon_package',
  directory,
  usedBy: async (tx, ids) => {
    const rows = await tx
      .selectFrom('emoticon')
      .select(['id', 'code', 'package_id'])
      .where('package_id', 'in', [...ids])
      .execute();
    const uses = new Map<string, { kind: string; id: string; name: string }[]>();
    for (const { id, code, package_id: of } of rows) uses.set(of, [...(uses.get(of) ?? []), { kind: 'emoticon', id, name: code }]);
    return uses;
  },
  rows: async ({ db, services }, objects) => {
    const ids = objects.map(({ id }) => id);
    const uses = await usesById(db, services.now(), 'package', ids);
    const { rows } = await sql<{ package_id: string; n: number; first: string | null }>`
      select package_id, count(*)::int as n, (array_agg(picture order by order_no) filter (where picture is not null))[1] as first
      from emoticon where package_id = any(${ids}::uuid[]) group by package_id`.execute(db);
    const found = new Map(rows.map((row) => [row.package_id, row]));
    const stills = await stillsOf(
      db,
      rows.flatMap(({ first }) => first ?? []),
    );
    return objects.map(({ id }) => {
      const row = found.get(id);
      return { emoticons: row?.n ?? 0, cover: stills.get(row?.first ?? '')?.still ?? null, uses30: uses.get(id) ?? 0 };
    });
  },
});

/** Emoticons: the code is the only one of its package, the picture was uploaded. */
export const emoticons = crudServer(emoticon, {
  table: 'emoticon',
  check: checkEmoticons,
  where: ({ services }, { use }) => {
    if (use === undefined) return [];
    const counted = sql`(select ${usesOf(services.now(), 't', 'p')} from emoticon_package p where p.id = t.package_id)`;
    return [use === 'used' ? sql<boolean>`${counted} > 0` : sql<boolean>`${counted} = 0`];
  },
  rows: async ({ db, services }, objects) => {
    const stills = await stillsOf(
      db,
      objects.flatMap(({ picture }) => picture ?? []),
    );
    const ids = objects.map(({ id }) => id);
    const uses = await usesById(db, services.now(), 'emoticon', ids);
    return objects.map(({ id, picture }) => ({
      ...((picture !== null && stills.get(picture)) || { still: null, animated: false }),
      uses30: uses.get(id) ?? 0,
    }));
  },
  detail: async ({ db }, { picture }) => ({ moving: picture === null ? null : await movingOf(db, picture) }),
});

type EmoticonOperation = Operation<StoredOf<typeof emoticon.fields>>;

async function checkEmoticons(tx: Tx, _caller: unknown, operations: readonly EmoticonOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const mistake = (index: number, path: string, key: string): void =>
    void issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'emoticons', key, params: { n: mostOfPackage } }]);
  const entered = operations.flatMap(({ id, before, after }, index) => (after ? [{ id, index, isNew: before === null, after }] : []));
  if (entered.length === 0) return issues;
  const known = await stillsOf(
    tx,
    entered.flatMap(({ after }) => after.picture ?? []),
  );
  const packageIds = [...new Set(entered.flatMap(({ after }) => after.packageId ?? []))];
  const there =
    packageIds.length === 0
      ? []
      : await tx.selectFrom('emoticon').select(['id', 'code', 'package_id']).where('package_id', 'in', packageIds).execute();
  const taken = new Map(there.map(({ id, code, package_id: of }) => [`${of} ${code.toLowerCase()}`, id]));
  const counts = new Map<string, number>();
  for (const { package_id: of } of there) counts.set(of, (counts.get(of) ?? 0) + 1);
  for (const { id, index, isNew, after } of entered) {
    if (typeof after.picture === 'string' && !known.has(after.picture)) mistake(index, 'picture', 'issue.picture');
    if (after.packageId === undefined || after.code === undefined) continue;
    const key = `${after.packageId} ${after.code.toLowerCase()}`;
    const holder = taken.get(key);
    if (holder !== undefined && holder !== id) mistake(index, 'code', 'issue.code');
    taken.set(key, id);
    if (!isNew) continue;
    counts.set(after.packageId, (counts.get(after.packageId) ?? 0) + 1);
    if (counts.get(after.packageId)! > mostOfPackage) mistake(index, 'code', 'issue.full');
  }
  return issues;
}
