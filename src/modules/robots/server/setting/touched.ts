import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { isWithin } from '../../common/setting/narrow.ts';
import type { robotSettingTest } from '../../common/setting/setting.contract.ts';
import type { EffectiveValues } from '../../common/setting/values.ts';
import { directory } from '../directory.ts';

interface Place {
  readonly range: Range;
  /** Path of the company; null: everything in range. */
  readonly path: string | null;
  readonly now: number;
}

const dayMillis = 86_400_000;

/** How many robots, owners and groups would not keep to these settings. */
export async function touchedBy(
  db: Db,
  { maxPerPerson, maxPerGroup, hosts, keyLifeDays }: EffectiveValues,
  { range, path, now }: Place,
): Promise<Reply<typeof robotSettingTest>> {
  const { rows } = await sql<{
    id: string;
    ownerId: string;
    url: string | null;
    keyAt: number | null;
  }>`select r.id, r.owner_id as "ownerId",
      case when r.out_on then r.out_url end as url, r.key_changed_at as "keyAt"
    from robot r join department d on d.id = r.company_dept_id
    where ${directory.departmentInRange(range, 'r.company_dept_id')} and (${path}::ltree is null or d.path <@ ${path}::ltree)`.execute(db);
  const ids = rows.map(({ id }) => id);
  const { rows: groups } = await sql<{ n: number }>`select count(*)::int as n from (select group_id from robot_group
    where robot_id = any(${ids}::uuid[]) group by group_id having count(*) > ${maxPerGroup}) as full_groups`.execute(db);
  const owned = Map.groupBy(rows, ({ ownerId }) => ownerId);
  const oldest = now - keyLifeDays * dayMillis;
  return {
    robots: rows.length,
    owners: [...owned.values()].filter((some) => some.length > maxPerPerson).length,
    groups: groups[0]?.n ?? 0,
    hosts: rows.filter(({ url }) => url !== null && hosts.length > 0 && !isWithin(hostOf(url), hosts)).length,
    keys: keyLifeDays === 0 ? 0 : rows.filter(({ keyAt }) => keyAt !== null && keyAt < oldest).length,
  };
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
