import { sql } from 'kysely';
import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { primaryDepartments } from '#modules/people/server/public.ts';
import { contactAuth, specialUserPage } from '../common/permissions.ts';
import { namesOfParties } from './parties.ts';
import type { ListMemberKind } from '../common/words.ts';

/** Entries of the white list and special user rules that end. */
export const contactRadar: readonly RadarKind[] = [
  {
    kind: 'contactWhite.end',
    objectKind: 'contactWhite',
    title: local('通讯录白名单', 'Allow list of the contacts', '連絡先のホワイトリスト'),
    measure: 'end',
    remindDays: [7, 1],
    impact: local(
      '{name} 不再不受限制地查看通讯录',
      '{name} no longer sees everybody without limits',
      '{name} は制限なしに連絡先を見られなくなります',
    ),
    nextStep: local('仍需要时延长有效期', 'Give it a later end if it is still needed', '必要なら期限を延ばす'),
    code: contactAuth.button.whitelist,
    link: () => contactAuth.route ?? '',
    list: async (db, { now }) => {
      const { rows } = await sql<{
        id: string;
        kind: ListMemberKind;
        member: string;
        until: number;
      }>`select id, member_kind as kind, member_id as member,
        until_at as until from contact_white where until_at > ${now()} order by until_at limit ${mostFindings}`.execute(db);
      const parties = rows.map(({ kind, member }) => ({ kind, id: member }));
      const names = await namesOfParties(db, parties, 'zh_CN');
      const homes = await primaryDepartments(
        db,
        parties.filter(({ kind }) => kind === 'employee').map(({ id }) => id),
      );
      return rows.map(({ id, kind, member, until }) => ({
        objectId: id,
        name: names.get(`${kind}:${member}`)?.name ?? member,
        dueAt: until,
        deptId: kind === 'department' ? member : (homes.get(member) ?? null),
      }));
    },
  },
  {
    kind: 'specialUser.end',
    objectKind: 'cpdRole',
    title: local('特殊人员规则', 'Special user rule', '特別な従業員のルール'),
    measure: 'end',
    remindDays: [1],
    impact: local(
      '受规则“{name}”保护的人员恢复正常显示',
      'Those whom {name} protects are shown again',
      '「{name}」の対象者が再び表示されます',
    ),
    nextStep: local('仍需要时延长有效期', 'Give it a later end if it is still needed', '必要なら期限を延ばす'),
    code: specialUserPage.code,
    link: ({ objectId }) => `${specialUserPage.route}?roleId=${objectId}`,
    list: async (db, { now }) => {
      const { rows } = await sql<{
        id: string;
        name: string;
        until: number;
        owner: string | null;
      }>`select role.id, role.name, s.until_at as until, role.owner_dept_id as owner
        from contact_special s join role on role.id = s.role_id where role.enabled and s.until_at > ${now()} order by s.until_at limit ${mostFindings}`.execute(
        db,
      );
      return rows.map(({ id, name, until, owner }) => ({ objectId: id, name, dueAt: until, deptId: owner }));
    },
  },
];
