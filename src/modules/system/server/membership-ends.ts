import { sql } from 'kysely';
import { endEndedRoles } from '#kit/server/access/ended.ts';
import type { Preset } from '#kit/server/access/access.table.ts';
import { inEach, languages } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import { local, type WarningKind } from '#kit/server/warning/warning-kind.ts';

const dayMillis = 86_400_000;
const lookMillis = 60_000;

/** A membership of a role ends soon. */
export const membershipEnds: WarningKind = {
  kind: 'role.ends',
  title: local('角色成员资格即将到期', 'A role ends soon for somebody', 'ロールの期限が近い'),
  sentence: local(
    '{name} 的角色“{role}”将于 {until} 到期',
    '{name} loses the role “{role}” at {until}',
    '{name} のロール「{role}」は {until} に終わります',
  ),
  severity: 'info',
  clearMinutes: 0,
  parameters: { days: { label: local('提前（天）', 'Days ahead', '何日前から'), value: 3, min: 1, max: 90 } },
  facts: {
    role: { label: local('角色', 'Role', 'ロール') },
    until: { label: local('到期时间', 'Ends', '終了'), as: 'time' },
  },
  link: ({ id }) => `/sys_authentication/role_manage/relate_user?roleId=${id.split(':')[0]}`,
};

const looked = new WeakMap<object, number>();

/** Once a minute: who lost the last right because a membership ended is signed out, and what ends in three days is told. */
export async function watchMemberships(services: Services): Promise<void> {
  const now = services.now();
  const before = looked.get(services) ?? now - lookMillis;
  if (looked.has(services) && Math.abs(now - before) < lookMillis) return;
  looked.set(services, now);
  await endEndedRoles(services, { since: Math.min(before, now) - lookMillis, now });
  await tellEnds(services, now);
}

interface Ending {
  id: string;
  kind: 'employee' | 'department' | 'crowd';
  object_id: string;
  until: number;
  role: string;
  preset: Preset | null;
}

async function tellEnds({ database: { db }, directory, texts, warnings }: Services, now: number): Promise<void> {
  const { days = 3 } = await warnings.parameters(db, membershipEnds.kind);
  const { rows } =
    await sql<Ending>`select role_id || ':' || role_member.kind || ':' || object_id as id, role_member.kind, object_id, until, role.name as role, role.preset
    from role_member join role on role.id = role_id
    where until > ${now} and until <= ${now + days * dayMillis} and role.enabled order by until limit 1000`.execute(db);
  const of = (kind: Ending['kind']): string[] => rows.filter((row) => row.kind === kind).map((row) => row.object_id);
  const named = await Promise.all(
    languages.map(async (language) => {
      const people = await directory.people(db, of('employee'), language);
      const departments = await directory.departments(db, of('department'), language);
      const crowds = await directory.crowds(db, of('crowd'), language);
      return [language, (id: string) => people.get(id)?.name ?? departments.get(id)?.name ?? crowds.get(id) ?? id] as const;
    }),
  );
  const told = await sql<{
    object_id: string;
  }>`select object_id from warning where kind = ${membershipEnds.kind} and holds and state <> 'resolved'`.execute(db);
  const open = new Set(told.rows.map(({ object_id }) => object_id));
  for (const row of rows) {
    if (open.has(row.id)) continue;
    const name = inEach(Object.fromEntries(named.map(([language, nameOf]) => [language, nameOf(row.object_id)])));
    const role = row.preset ? texts.inAll('kit', `role.preset.${row.preset}`) : row.role;
    await warnings.raise(db, {
      kind: membershipEnds.kind,
      object: { kind: row.kind, id: row.id, name, ...(row.kind === 'department' && { deptId: row.object_id }) },
      facts: { role, until: row.until },
    });
  }
  const ending = new Set(rows.map(({ id }) => id));
  for (const id of open) if (!ending.has(id)) await warnings.clear(db, membershipEnds.kind, id);
}
