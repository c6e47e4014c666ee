import { sql } from 'kysely';
import { languages, type Language } from '#kit/common/language.ts';
import type { Preset } from '#kit/server/access/access.table.ts';
import type { Db } from '#kit/server/directory.ts';
import { mostFindings, type RadarKind, type RadarFinding } from '#kit/server/radar-kind.ts';
import type { Services } from '#kit/server/services.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { primaryDepartments } from '#modules/people/server/public.ts';
import { roleManage, roleMembers, roleUserManage } from '../common/permissions.ts';
import { membershipEnds } from './membership-ends.ts';
import '#kit/server/session/session.table.ts';

const person = { label: local('人员', 'Person', '従業員') };

/** Tokens of programs, roles and memberships with an end. */
export const systemRadar: readonly RadarKind[] = [
  {
    kind: 'token.end',
    objectKind: 'apiToken',
    title: local('程序令牌', 'Token of a program', 'プログラムのトークン'),
    measure: 'end',
    impact: local(
      '使用令牌“{name}”的程序被拒绝（65001）；令牌属于 {person}',
      'Programs that call with the token {name} of {person} are refused (65001)',
      '{person} のトークン「{name}」を使うプログラムは拒否されます（65001）',
    ),
    nextStep: local('新建令牌并换入程序', 'Make a new token and give it to the program', '新しいトークンを作成してプログラムに設定する'),
    code: roleUserManage.code,
    remindDays: [30, 7, 1],
    facts: { person, prefix: { label: local('令牌开头', 'Begins with', '先頭の文字') } },
    link: () => roleUserManage.route ?? '/',
    list: listTokens,
  },
  {
    kind: 'role.end',
    objectKind: 'role',
    title: local('角色有效期', 'Time of a role', 'ロールの期限'),
    measure: 'end',
    impact: local(
      '角色“{name}”的所有成员失去其权限',
      'Everybody who holds the role {name} loses what it grants',
      'ロール「{name}」の全メンバーがその権限を失います',
    ),
    nextStep: local('延长角色的有效期', 'Prolong the role', 'ロールの期限を延ばす'),
    code: roleManage.code,
    remindDays: [30, 7, 1],
    link: ({ objectId }) => `${roleManage.route}/relate_user?roleId=${objectId}`,
    list: async (db) => {
      const rows = await db
        .selectFrom('role')
        .select(['id', 'name', 'expires_at'])
        .where('module', '=', 'sys')
        .where('enabled', '=', true)
        .where('expires_at', 'is not', null)
        .orderBy('expires_at')
        .limit(mostFindings)
        .execute();
      return rows.map((row) => ({ objectId: row.id, name: row.name, dueAt: row.expires_at }));
    },
  },
  {
    kind: 'role.member',
    objectKind: 'roleMember',
    title: local('角色成员资格', 'Membership of a role', 'ロールのメンバー期限'),
    measure: 'end',
    toldBy: membershipEnds.kind,
    impact: local(
      '{name} 失去角色“{role}”的权限；失去最后一项权限时会话随即结束',
      '{name} loses what the role {role} grants; whose last right this was is signed out',
      '{name} はロール「{role}」の権限を失います。最後の権限だった場合はサインアウトされます',
    ),
    nextStep: local('仍需要时延长成员资格', 'Prolong the membership if it is still needed', '必要ならメンバー期限を延ばす'),
    code: roleMembers.code,
    facts: { role: { label: local('角色', 'Role', 'ロール') } },
    link: ({ objectId }) => `${roleMembers.route}?roleId=${objectId.split(':')[0]}`,
    list: listMemberships,
  },
];

async function listTokens(db: Db, { directory }: Pick<Services, 'directory'>): Promise<RadarFinding[]> {
  const rows = await db
    .selectFrom('api_token')
    .select(['id', 'name', 'prefix', 'employee_id', 'expires_at'])
    .orderBy('expires_at')
    .limit(mostFindings)
    .execute();
  const ids = rows.map((row) => row.employee_id);
  const [people, departments] = [await directory.people(db, ids), await primaryDepartments(db, ids)];
  return rows.map((row) => ({
    objectId: row.id,
    name: row.name,
    dueAt: row.expires_at,
    deptId: departments.get(row.employee_id) ?? null,
    facts: { person: people.get(row.employee_id)?.name ?? '', prefix: row.prefix },
  }));
}

interface Membership {
  role_id: string;
  kind: 'employee' | 'department' | 'crowd';
  object_id: string;
  until: number;
  role: string;
  preset: Preset | null;
}

async function listMemberships(db: Db, { directory, texts }: Pick<Services, 'directory' | 'texts'>): Promise<RadarFinding[]> {
  const { rows } = await sql<Membership>`select role_id, role_member.kind, object_id, until, role.name as role, role.preset
    from role_member join role on role.id = role_id
    where until is not null and role.module = 'sys' and role.enabled order by until limit ${mostFindings}`.execute(db);
  const of = (kind: Membership['kind']): string[] => rows.filter((row) => row.kind === kind).map((row) => row.object_id);
  const [people, crowds, homes] = [
    await directory.people(db, of('employee')),
    await directory.crowds(db, of('crowd')),
    await primaryDepartments(db, of('employee')),
  ];
  const departments = new Map<Language, Awaited<ReturnType<typeof directory.departments>>>();
  for (const language of languages) departments.set(language, await directory.departments(db, of('department'), language));
  return rows.map((row) => {
    const named = (language: Language): string =>
      departments.get(language)?.get(row.object_id)?.name ?? people.get(row.object_id)?.name ?? crowds.get(row.object_id) ?? row.object_id;
    return {
      objectId: `${row.role_id}:${row.kind}:${row.object_id}`,
      name: local(named('zh_CN'), named('en_US'), named('ja_JP')),
      dueAt: row.until,
      deptId: row.kind === 'department' ? row.object_id : (homes.get(row.object_id) ?? null),
      facts: { role: row.preset ? texts.inAll('kit', `role.preset.${row.preset}`) : row.role },
    };
  });
}
