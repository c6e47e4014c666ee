import { sql, type RawBuilder } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalText } from '#kit/common/language.ts';
import type { ExplainContract } from '#kit/common/role/explain.contract.ts';
import type { PersonName } from '../directory.ts';
import { outOfRange } from '../refusal.ts';
import { anyOutside, membersBeyond, membersOf, peopleBeyond, reached } from './reach.ts';
import { noRole, seenIn } from './role.owner.ts';
import type { RoleMember } from './role.state.ts';
import { peopleInRange, rangeDepartments, rangeViewOf, roleColumns, type RoleCall, type RoleData } from './role.view.ts';

type Preview = Reply<ExplainContract['preview']>;

interface Side {
  codes: readonly string[];
  members: readonly RoleMember[];
}

const sampleSize = 20;

/** Effect of a change of a role: codes and people, without those who hold the same by another role. */
export async function previewRole(call: RoleCall, input: Parsed<ExplainContract['preview']>): Promise<Preview> {
  const { db, caller, services } = call;
  const { rows } = await sql<RoleData>`select ${roleColumns} from role where id = ${input.roleId}::uuid
    and ${seenIn(caller.scope(), services.directory)}`.execute(db);
  const role = rows[0];
  if (!role) throw noRole(caller);
  await assertNamedInRange(call, input);
  const members = (await membersOf(db, [role.id], services.now())).get(role.id) ?? [];
  const expired = role.expiresAt !== null && role.expiresAt <= services.now();
  const codes = role.isSupperAdmin ? await everyCode(call) : role.codes;
  const [before, after]: [Side, Side] = [
    { codes: role.enabled && !expired ? codes : [], members },
    { codes: (input.enabled ?? role.enabled) && !expired ? (input.codes ?? codes) : [], members: requestedMembers(members, input) },
  ];
  const gains = await differences(call, role.id, before, after);
  const losses = await differences(call, role.id, after, before);
  const range = input.range ? { rangeKind: input.range.kind, rangeDepartments: input.range.departmentIds } : role;
  const departments = await rangeDepartments(call, [role, range]);
  const peopleBefore = await peopleInRange(call, before.members);
  const sameMembers = membersBeyond(members, after.members).length + membersBeyond(after.members, members).length === 0;
  return {
    peopleBefore,
    peopleAfter: sameMembers ? peopleBefore : await peopleInRange(call, after.members),
    gaining: gains.people,
    losing: losses.people,
    gained: gains.codes,
    lost: losses.codes,
    sampleGaining: gains.sample,
    sampleLosing: losses.sample,
    rangeBefore: rangeViewOf(call, role, departments),
    rangeAfter: rangeViewOf(call, range, departments),
    rangeChanged: wordOf(role) !== wordOf(range),
    loud: loudCases(call, role, after, gains.codes),
  };
}

const wordOf = ({ rangeKind, rangeDepartments: ids }: Pick<RoleData, 'rangeKind' | 'rangeDepartments'>): string =>
  rangeKind === 'chosen' ? ids.toSorted().join() : rangeKind;

/** Whoever is named lies in the caller's range (10910), as when it is saved. */
async function assertNamedInRange({ db, caller }: RoleCall, input: Parsed<ExplainContract['preview']>): Promise<void> {
  const members = [...(input.add ?? []), ...(input.remove ?? [])];
  if (await anyOutside(db, caller.scope(), members, input.range?.departmentIds)) throw outOfRange();
}

async function everyCode({ db }: RoleCall): Promise<string[]> {
  const rows = await db.selectFrom('resource').select('code').where('retired_at', 'is', null).execute();
  return rows.map(({ code }) => code);
}

function requestedMembers(members: readonly RoleMember[], { add = [], remove = [] }: Parsed<ExplainContract['preview']>): RoleMember[] {
  const open = (one: Pick<RoleMember, 'kind' | 'id'>): RoleMember => ({ ...one, until: null });
  const kept = membersBeyond(members, remove.map(open));
  return [...kept, ...membersBeyond(add.map(open), kept)];
}

function loudCases(call: RoleCall, role: RoleData, after: Side, gained: Preview['gained']): Preview['loud'] {
  return [
    ...(role.isSupperAdmin ? ['superAdmin' as const] : []),
    ...(call.caller.grants.roles.some(({ id }) => id === role.id) ? ['ownRole' as const] : []),
    ...(after.members.some(({ kind }) => kind !== 'employee') ? ['throughDepartment' as const] : []),
    ...(gained.some(({ dangerous }) => dangerous) ? ['dangerous' as const] : []),
  ];
}

interface Difference {
  people: number;
  sample: PersonName[];
  codes: Preview['gained'];
}

/** What people in range have on the second side and not on the first, other roles counted: people of each code, and all of them together. */
async function differences(call: RoleCall, roleId: string, from: Side, to: Side): Promise<Difference> {
  const groups = await groupsOf(call, roleId, to.codes);
  const counts = new Map<string, number>();
  const differing: { query: RawBuilder<unknown>; people: number }[] = [];
  for (const { codes, others } of groups) {
    const otherwise = await othersReach(call, others);
    for (const [part, had] of [
      [codes.filter((code) => from.codes.includes(code)), from.members],
      [codes.filter((code) => !from.codes.includes(code)), []],
    ] as const) {
      const come = membersBeyond(to.members, had);
      if (part.length === 0 || come.length === 0) continue;
      const different = peopleBeyond(reached(come), [reached(had), otherwise]);
      const query = sql`select id from (${different}) as different(id) where ${call.services.directory.employeeAmongRange(call.caller.scope(), 'different.id')}`;
      const { rows } = await sql<{ n: number }>`select count(*) as n from (${query}) as different`.execute(call.db);
      for (const code of part) counts.set(code, rows[0]!.n);
      if (rows[0]!.n > 0) differing.push({ query: sql`(${query})`, people: rows[0]!.n });
    }
  }
  const changed = to.codes.filter((code) => (counts.get(code) ?? 0) > 0 || !from.codes.includes(code));
  const people = await peopleOf(call, differing);
  return { ...people, codes: await named(call, changed, counts) };
}

async function peopleOf(
  call: RoleCall,
  parts: readonly { query: RawBuilder<unknown>; people: number }[],
): Promise<{ people: number; sample: PersonName[] }> {
  if (parts.length === 0) return { people: 0, sample: [] };
  const { db, services } = call;
  const queries = parts.map(({ query }) => query);
  const all = sql`(${sql.join(queries, sql` union `)}) as anybody(id)`;
  const { rows: counted } =
    parts.length === 1 ? { rows: [{ n: parts[0]!.people }] } : await sql<{ n: number }>`select count(*) as n from ${all}`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from ${all} order by id limit ${sampleSize}`.execute(db);
  const known = await services.directory.people(
    db,
    rows.map(({ id }) => id),
    call.caller.language,
    call.caller.scope(),
  );
  return { people: counted[0]!.n, sample: [...known.values()] };
}

/** Codes grouped by the other roles that give them, so that people are counted once a group and not once a code. */
async function groupsOf(
  { db, services }: RoleCall,
  roleId: string,
  codes: readonly string[],
): Promise<{ codes: string[]; others: string[] }[]> {
  const now = services.now();
  const { rows } = await sql<{ codes: string[]; others: string[] }>`select array_agg(code) as codes, others from (
      select wished.code, array(select role.id::text from role where role.id <> ${roleId}::uuid and role.enabled and (role.expires_at is null or role.expires_at > ${now})
        and (role.is_supper_admin or exists (select from role_grant where role_id = role.id and role_grant.code = wished.code)) order by role.id) as others
      from unnest(${[...codes]}::text[]) as wished(code)) as each group by others`.execute(db);
  return rows;
}

async function othersReach({ db, services }: RoleCall, roleIds: readonly string[]): Promise<RawBuilder<unknown>> {
  const members = await membersOf(db, roleIds, services.now());
  return reached([...members.values()].flat());
}

async function named({ db, caller }: RoleCall, codes: readonly string[], counts: ReadonlyMap<string, number>): Promise<Preview['gained']> {
  if (codes.length === 0) return [];
  const rows = await db
    .selectFrom('resource')
    .select(['code', 'names', 'dangerous'])
    .where('code', 'in', [...codes])
    .orderBy('code')
    .execute();
  return rows.map((row) => ({
    code: row.code,
    name: pick(row.names as Partial<LocalText>, caller.language),
    dangerous: row.dangerous,
    people: counts.get(row.code) ?? 0,
  }));
}
