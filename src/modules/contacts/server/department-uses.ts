import { sql } from 'kysely';
import { changeObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { DepartmentUse, UseRow } from '#kit/server/department-use.ts';
import { contactWhiteKind } from './whitelist/white.kind.ts';

/** What of the contacts names departments beside the members and owners of roles, which are told as such. */
export const contactDepartmentUses: readonly DepartmentUse[] = [
  {
    kind: 'contactRange',
    title: { zh_CN: '通讯录范围', en_US: 'Ranges of contact roles', ja_JP: '連絡先ロールの範囲' },
    // Ids differ everywhere: finding one as text finds it for certain.
    uses: (ids) => sql<UseRow>`select named.id as department_id, 'contactRole'::text as object_kind, role.id::text as id, role.name
      from unnest(${ids}) as named(id) join contact_role c on strpos(c.auth_rows::text || c.search_rows::text, named.id::text) > 0
      join role on role.id = c.role_id`,
  },
  {
    kind: 'specialUser',
    title: { zh_CN: '特殊人员', en_US: 'Special users', ja_JP: '特別な従業員' },
    uses: (ids) => sql<UseRow>`select b.object_id as department_id, 'cpdRole'::text as object_kind, role.id::text as id, role.name
      from contact_belongs b join role on role.id = b.role_id where b.kind = 'department' and b.object_id = any(${ids})`,
  },
  {
    kind: 'contactWhite',
    title: { zh_CN: '通讯录白名单', en_US: 'Allow list of the contacts', ja_JP: '連絡先のホワイトリスト' },
    uses: (ids) => sql<UseRow>`select member_id as department_id, 'contactWhite'::text as object_kind, id::text as id, reason as name
      from contact_white where member_kind = 'department' and member_id = any(${ids})`,
    // Nobody stands there twice: the entry of the department that stays decides, as it did before.
    replace: async (tx, { caller }, { ids, replacing, options }) => {
      const states = [...(await contactWhiteKind.read(tx, ids, true)).values()];
      const { rows } = await sql<{ id: string }>`select member_id as id from contact_white
        where member_kind = 'department' and member_id = any(${[...replacing.values()]}::uuid[])`.execute(tx);
      const taken = new Set(rows.map(({ id }) => id));
      const gone: string[] = [];
      const moved: { id: string; to: string }[] = [];
      for (const { id, fields } of states) {
        const to = replacing.get(String(fields['memberId']));
        if (to === undefined) continue;
        if (taken.has(to)) gone.push(id);
        else moved.push({ id, to });
        taken.add(to);
      }
      if (gone.length > 0) await removeObjects(tx, caller, contactWhiteKind, gone, options);
      const changes = moved.map(({ id, to }) => ({ id, version: null, fields: { memberId: to } }));
      if (changes.length > 0) await changeObjects(tx, caller, contactWhiteKind, changes, options);
    },
  },
];
