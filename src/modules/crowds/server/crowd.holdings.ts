import { sql } from 'kysely';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { heldBy, withoutPerson, type HeldQuery } from '#kit/server/field-holding.ts';
import type { HandOver, HoldingKind } from '#kit/server/holdings.ts';
import type { Tx } from '#kit/server/services.ts';
import { departmentInRange } from '#modules/people/server/public.ts';
import { crowdKind } from './crowd.kind.ts';

type Held = ReturnType<HeldQuery>;

const crowds = (uids: readonly string[]): Held =>
  sql`select p.uid, c.id, c.name ->> 'zh_CN' as name from crowd c, unnest(${uids}::uuid[]) as p(uid)
    where p.uid = any(c.includes) or p.uid = any(c.excludes)`;

async function leaveCrowds(tx: Tx, request: HandOver): Promise<number> {
  const { uid, caller, options } = request;
  const { rows } = await sql<{ id: string }>`select id from (${crowds([uid])}) as held order by id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const states = await crowdKind.read(tx, ids, true);
  const changes = [...states.values()].map(({ id, fields }) => ({
    id,
    version: null,
    fields: { includes: withoutPerson(fields['includes'], request), excludes: withoutPerson(fields['excludes'], request) },
  }));
  if (changes.length > 0) await changeObjects(tx, caller, crowdKind, changes, options);
  return changes.length;
}

/** Crowds that name who leaves. */
export const crowdHoldings: readonly HoldingKind[] = [
  {
    kind: 'crowd',
    title: { zh_CN: '按姓名列入的人群', en_US: 'Dynamic groups that name the person', ja_JP: '名前で含まれるグループ' },
    order: 'remove',
    choices: ['remove'],
    visible: (range) => sql`exists (select from crowd c where c.id = t.id and ${departmentInRange(range, 'c.owner_dept_id')})`,
    ...heldBy(crowds),
    apply: leaveCrowds,
  },
];
