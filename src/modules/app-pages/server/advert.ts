import { sql } from 'kysely';
import type { StoredOf } from '#kit/common/crud/crud-types.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notGranted } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { advert, publishStatus, type AdvertKind } from '../common/advert.contract.ts';
import { advertPageOf } from '../common/permissions.ts';
import { assertLink, assertPeriod, notPublishable } from './advert-rules.ts';
import { appRange, departmentRows } from './app-range.ts';
import { pagesChanged } from './page-changes.ts';
import { knownPictures } from './picture.ts';

type AdvertOperation = Operation<StoredOf<typeof advert.fields>>;

/** Adverts on the server. */
export const adverts = crudServer(advert, {
  table: 'advert',
  directory,
  range: appRange<AdvertOperation>('advert', ({ after }) => [
    ...departmentRows(after?.deptIds),
    ...departmentRows(after?.deptWidgetInfo?.map(({ deptId }) => deptId)),
  ]),
  check: checkAdverts,
  written: (tx) => pagesChanged(tx),
  where: ({ caller }, { deptId }) => {
    const kinds = (['launch', 'home'] as const).filter((kind) => caller.can(advertPageOf[kind].code));
    return [
      sql<boolean>`t.kind = any(${kinds}::text[])`,
      ...(deptId === undefined ? [] : [sql<boolean>`(t.dept_ids = '[]'::jsonb or t.dept_ids @> ${JSON.stringify([deptId])}::jsonb)`]),
    ];
  },
  rows: async ({ db }, list) => {
    const counts = await countsOf(
      db,
      list.map(({ id }) => id),
    );
    return list.map(({ id }) => counts.get(id) ?? { shown: 0, opened: 0 });
  },
});

async function countsOf(db: Db, ids: readonly string[]): Promise<Map<string, { shown: number; opened: number }>> {
  const { rows } = await sql<{
    id: string;
    shown: number;
    opened: number;
  }>`select advert_id as id, sum(shown)::int as shown, sum(opened)::int as opened
    from advert_count where advert_id = any(${[...ids]}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, shown, opened }) => [id, { shown: Number(shown), opened: Number(opened) }]));
}

interface Stored {
  id: string;
  kind: AdvertKind;
  start_time: number;
  end_time: number;
  file_id: string | null;
  status: number;
  mobile_enable: number;
  pc_enable: number;
}

async function checkAdverts(tx: Tx, caller: Caller, operations: readonly AdvertOperation[]): Promise<Map<number, OperationIssue[]>> {
  const issues = new Map<number, OperationIssue[]>();
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql<Stored>`select id, kind, start_time, end_time, file_id, status, mobile_enable, pc_enable from advert
    where id = any(${ids}::uuid[])`.execute(tx);
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const [index, operation] of operations.entries()) {
    const { id, after } = operation;
    const old = stored.get(id);
    assertButton(caller, operation, after?.kind ?? old?.kind ?? 'launch');
    if (!after) continue;
    assertPeriod(Number(after.startTime ?? old?.start_time ?? 0), Number(after.endTime ?? old?.end_time ?? 1));
    assertLink('link', after.link);
    assertLink('pcLink', after.pcLink);
    const fileId = after.fileId === undefined ? (old?.file_id ?? null) : after.fileId;
    if (after.fileId && !(await knownPictures(tx, [after.fileId])).has(after.fileId))
      issues.set(index, [{ path: 'fileId', namespace: 'app-pages', key: 'issue.picture' }]);
    if ((after.status ?? old?.status) === publishStatus.publish && fileId === null)
      throw notPublishable('picture', { path: 'fileId', field: 'fileId', reason: 'picture' });
    const [mobile, pc] = [after.mobileEnable ?? old?.mobile_enable, after.pcEnable ?? old?.pc_enable];
    if (mobile === 0 && pc === 0) issues.set(index, [{ path: 'mobileEnable', namespace: 'app-pages', key: 'issue.nowhere' }]);
  }
  return issues;
}

const statusOnly = new Set(['status']);
const displayOnly = new Set(['mobileEnable', 'pcEnable']);

/** Each page of adverts has buttons of its own. */
function assertButton(caller: Caller, { action, after }: AdvertOperation, kind: AdvertKind): void {
  const { button } = advertPageOf[kind];
  const changed = Object.keys(after ?? {});
  const asked =
    action === 'create' || action === 'restore'
      ? [button.add]
      : action === 'delete'
        ? [button.delete]
        : changed.every((name) => statusOnly.has(name))
          ? [button.setavailable, button.update]
          : changed.every((name) => displayOnly.has(name))
            ? [button.setDisplay, button.update]
            : changed.every((name) => name === 'priority')
              ? [button.sort]
              : [button.update];
  if (!asked.some((one) => caller.can(one))) throw notGranted(asked[0]!);
}

/** Adverts whose time is over are expired, and those whose period was moved are shown again. */
export async function expireAdverts(db: Db, now: number): Promise<void> {
  const { rows } = await sql`update advert set status = case when end_time <= ${now} then 0 else 1 end
    where (status = 1 and end_time <= ${now}) or (status = 0 and end_time > ${now}) returning id`.execute(db);
  if (rows.length > 0) await pagesChanged(db);
}
