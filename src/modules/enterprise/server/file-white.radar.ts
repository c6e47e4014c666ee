import { mostFindings, type RadarKind } from '#kit/server/radar-kind.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { directory, primaryDepartments } from '#modules/people/server/public.ts';
import { fileWhitePage } from '../common/permissions.ts';
import './limits.table.ts';

/** People who stand on a white list for a time. */
export const fileWhiteRadar: readonly RadarKind[] = [
  {
    kind: 'fileWhite.end',
    objectKind: 'fileWhite',
    title: local('文件白名单', 'Allow list of files', 'ファイルのホワイトリスト'),
    measure: 'end',
    quiet: true,
    impact: local(
      '文件规则“{rule}”重新对 {name} 生效',
      'The file rule {rule} holds for {name} again',
      'ファイルルール「{rule}」が {name} に再び適用されます',
    ),
    nextStep: local('仍需要时重新加入白名单', 'Add the person again if it is still needed', '必要なら改めて追加する'),
    code: fileWhitePage.code,
    facts: { rule: { label: local('文件规则', 'File rule', 'ファイルルール') } },
    link: ({ facts }) => `${fileWhitePage.route}?roleId=${String(facts['roleId'] ?? '')}`,
    list: async (db, { now }) => {
      const rows = await db
        .selectFrom('file_white')
        .innerJoin('role', 'role.id', 'file_white.role_id')
        .select(['file_white.id', 'role_id', 'employee_id', 'until', 'role.name as rule'])
        .where('until', '>', now())
        .orderBy('until')
        .limit(mostFindings)
        .execute();
      const ids = rows.map((row) => row.employee_id);
      const [people, homes] = [await directory.people(db, ids), await primaryDepartments(db, ids)];
      return rows.map((row) => ({
        objectId: row.id,
        name: people.get(row.employee_id)?.name ?? row.employee_id,
        dueAt: row.until,
        deptId: homes.get(row.employee_id) ?? null,
        facts: { rule: row.rule, roleId: row.role_id },
      }));
    },
  },
];
