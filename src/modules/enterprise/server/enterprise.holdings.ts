import { sql } from 'kysely';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { fieldHolding, successorOf, withoutPerson } from '#kit/server/field-holding.ts';
import type { HandOver, HoldingKind } from '#kit/server/holdings.ts';
import { directory } from '#modules/people/server/public.ts';
import type { Party } from '../common/member-limit.contract.ts';
import { fileWhiteKind } from './file-white.kind.ts';
import { memberLimitKind } from './member-limit.kind.ts';
import { partiesIn } from './parties.ts';

/** Exceptions from file rules that were made for somebody. */
export const enterpriseHoldings: readonly HoldingKind[] = [
  fieldHolding({
    kind: 'fileWhite',
    title: { zh_CN: '文件规则白名单', en_US: 'Allow lists of file rules', ja_JP: 'ファイルルールの許可リスト' },
    order: 'remove',
    choices: ['remove'],
    of: fileWhiteKind,
    held: (
      uids,
    ) => sql`select w.employee_id as uid, w.id, coalesce(role.name, '') as name from file_white w left join role on role.id = w.role_id
      where w.employee_id = any(${uids}::uuid[])`,
    change: () => 'delete',
  }),
  fieldHolding({
    kind: 'memberLimit',
    title: { zh_CN: '点名此人的成员限制', en_US: 'Member limits naming the person', ja_JP: '個人を指定したメンバー制限' },
    order: 'handOver',
    choices: ['remove', 'handOver'],
    visible: (range) =>
      sql`exists (select from member_limit l where l.id = t.id and ${directory.departmentInRange(range, 'l.owner_dept_id')})`,
    of: memberLimitKind,
    held: (uids) => sql`select p.uid, l.id, l.name from member_limit l, unnest(${uids}::uuid[]) as p(uid)
      where l.exceptions ? p.uid::text or exists (select from jsonb_array_elements(l.from_side || l.to_side) as party(value)
        where party.value ->> 'kind' = 'employee' and party.value ->> 'id' = p.uid::text)`,
    change: limitWithout,
  }),
];

/** A limit in which somebody's place is taken over, or empty; one that names nobody on a side any more limits nothing and goes. */
function limitWithout(request: HandOver, fields: Fields): Fields | 'delete' {
  const [from, to] = [sideWithout(partiesIn(fields['from']), request), sideWithout(partiesIn(fields['to']), request)];
  if (from.length === 0 || to.length === 0) return 'delete';
  const plain = (side: readonly Party[]): Json => side.map((party) => ({ ...party }));
  return { from: plain(from), to: plain(to), exceptions: withoutPerson(fields['exceptions'], request) };
}

function sideWithout(side: readonly Party[], request: HandOver): Party[] {
  const isPerson = (party: Party, id: string | null): boolean => party.kind === 'employee' && party.id === id;
  const successor = successorOf(request);
  const known = side.some((party) => isPerson(party, successor));
  return side.flatMap((party): Party[] => {
    if (!isPerson(party, request.uid)) return [party];
    return successor === null || known ? [] : [{ kind: 'employee', id: successor }];
  });
}
