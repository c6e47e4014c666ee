import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { Range } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { outsideWord } from '#kit/server/outside-word.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import { containing, orderOf, readPage } from '#kit/server/read-page.ts';
import { directory } from '#modules/people/server/public.ts';
import type { audienceExplain, audienceUsers } from '../../common/audience.contract.ts';
import type { AudienceMember, AudienceMode } from '../../common/words.ts';
import { modeOfRank, standingsOf } from '../fans.ts';
import { assertSees } from '../reach.ts';
import { reachedBy } from './audience.kind.ts';

const rankOf = sql.raw(`case t.mode when 'forced' then 3 when 'preset' then 2 else 1 end`);

/** Names and places of members, as somebody with this range is told them. */
async function namesOf(
  db: Db,
  kind: AudienceMember,
  ids: readonly string[],
  { language, range }: { language: Language; range: Range },
): Promise<Map<string, { name: string; path: string }>> {
  if (kind === 'employee') {
    const people = await directory.people(db, ids, language, range);
    return new Map([...people].map(([id, { name, departmentName }]) => [id, { name, path: departmentName }]));
  }
  if (kind === 'department') {
    const departments = await directory.departments(db, ids, language, range);
    return new Map([...departments].map(([id, { name, fullName }]) => [id, { name, path: fullName }]));
  }
  const crowds = await directory.crowds(db, ids, language, range);
  return new Map([...crowds].map(([id, name]) => [id, { name, path: '' }]));
}

/** SQL conditions under which a member is found by its name: it must be seen by name. */
function named(kind: AudienceMember, text: string, range: Range): RawBuilder<boolean> {
  const like = containing(text);
  if (kind === 'employee')
    return sql<boolean>`exists (select from employee e where e.id = t.member_id and (e.name ilike ${like} or e.account ilike ${like})
      and ${directory.employeeInRange(range, 'e.id')})`;
  if (kind === 'department')
    return sql<boolean>`exists (select from department d where d.id = t.member_id and d.name::text ilike ${like}
      and ${directory.departmentInRange(range, 'd.id')})`;
  return sql<boolean>`exists (select from crowd c where c.id = t.member_id and c.name::text ilike ${like})`;
}

type ListInput = Omit<Parsed<typeof audienceUsers.list>, 'text'> & { text?: string | undefined };

/** Rows of the audience of an account that name one kind of member. */
export async function audienceList(
  { caller, db }: Pick<Call, 'caller' | 'db'>,
  kind: AudienceMember,
  input: ListInput,
): Promise<Reply<typeof audienceUsers.list>> {
  const range = caller.scope();
  await assertSees(db, range, input.snoId);
  const where: RawBuilder<boolean>[] = [
    sql`t.sno_id = ${input.snoId}::uuid`,
    sql`t.member_kind = ${kind}`,
    ...(input.mode === undefined ? [] : [sql<boolean>`t.mode = ${input.mode}`]),
    ...(input.text ? [named(kind, input.text, range)] : []),
  ];
  const order = orderOf(input.sort ?? '-since', { since: sql`t.created_at`, mode: rankOf }, sql`t.id`);
  const source = {
    columns: sql`t.id, t.member_id as "memberId", t.mode, t.created_at as since, t.created_by as by`,
    from: sql`sno_audience as t`,
    where,
    order,
  };
  const { list, ...counts } = await readPage<{ id: string; memberId: string; mode: AudienceMode; since: number; by: string | null }>(
    db,
    source,
    input,
  );
  const ids = list.map(({ memberId }) => memberId);
  const [names, makers] = await Promise.all([
    namesOf(db, kind, ids, { language: caller.language, range }),
    directory.people(
      db,
      list.flatMap(({ by }) => by ?? []),
      caller.language,
      range,
    ),
  ]);
  const people = await peopleOf(db, kind, ids);
  const word = outsideWord(caller.language);
  return {
    list: list.map(({ by, ...row }) => ({
      ...row,
      kind,
      name: names.get(row.memberId)?.name ?? word,
      path: names.get(row.memberId)?.path ?? '',
      people: people.get(row.memberId) ?? 0,
      by: by === null ? '' : (makers.get(by)?.name ?? ''),
    })),
    ...counts,
  };
}

/** How many active people each of these members reaches. */
async function peopleOf(db: Db, kind: AudienceMember, ids: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const id of new Set(ids)) {
    const { rows } = await sql<{ n: number }>`select count(distinct id)::int as n from (${reachedBy(kind, [id])}) as reached`.execute(db);
    counts.set(id, rows[0]!.n);
  }
  return counts;
}

/** Whether somebody in the caller's range may follow an account, and why. */
export async function explainAudience(
  { caller, db }: Call,
  { snoId, empId }: Parsed<typeof audienceExplain>,
): Promise<Reply<typeof audienceExplain>> {
  const range = caller.scope();
  await assertSees(db, range, snoId);
  const { rows: found } = await sql<{ active: boolean; enabled: boolean; state: 'none' | 'following' | 'left' | 'blocked' }>`
    select e.status = 'active' as active, s.enabled, coalesce(f.state, 'none') as state
    from employee e join sno s on s.id = ${snoId}::uuid left join sno_fan f on f.sno_id = s.id and f.employee_id = e.id
    where e.id = ${empId}::uuid and ${directory.employeeInRange(range, 'e.id')}`.execute(db);
  const [person] = found;
  if (!person) throw range.all ? notFound() : outOfRange();
  const { rows } = await sql<{
    kind: AudienceMember;
    id: string;
    rank: number;
  }>`select t.member_kind as kind, t.member_id as id, ${rankOf} as rank
    from sno_audience t where t.sno_id = ${snoId}::uuid and ((t.member_kind = 'employee' and t.member_id = ${empId}::uuid)
      or (t.member_kind = 'department' and t.member_id in (${directory.departmentsAbove(empId)}))
      or (t.member_kind = 'crowd' and t.member_id in (${directory.crowdsOf(empId)})))
    order by rank desc, t.created_at, t.id limit 50`.execute(db);
  const seen = { language: caller.language, range };
  const names = new Map<string, string>();
  for (const kind of ['employee', 'department', 'crowd'] as const) {
    const ids = rows.flatMap((row) => (row.kind === kind ? [row.id] : []));
    for (const [id, { name }] of await namesOf(db, kind, ids, seen)) names.set(id, name);
  }
  const standing = (await standingsOf(db, empId)).find((one) => one.snoId === snoId);
  const word = outsideWord(caller.language);
  return {
    name: (await directory.people(db, [empId], caller.language, range)).get(empId)?.name ?? word,
    active: person.active,
    accountEnabled: person.enabled,
    rows: rows.map(({ kind, id, rank }) => ({ kind, name: names.get(id) ?? word, mode: modeOfRank(rank) })),
    mode: rows[0] ? modeOfRank(rows[0].rank) : null,
    state: person.state,
    follows: standing?.follows ?? false,
  };
}
