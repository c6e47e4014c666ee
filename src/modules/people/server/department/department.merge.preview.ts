import { sql } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { tryingCaller } from '#kit/server/change/dry-run.ts';
import { refusedUses, usesOfDepartments } from '#kit/server/change/replace-departments.ts';
import type { Replacing } from '#kit/server/department-use.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal, type InvalidInput } from '#kit/server/refusal.ts';
import type { departmentMergePreview } from '../../common/department-merge.contract.ts';
import type { RoleTurnView } from '../../common/role-turn.ts';
import { planMerge, type MergePlan } from './department.merge.plan.ts';
import { lockTree } from './department.tree.ts';
import { fullNameIn } from '../employee/employee.view.ts';
import { rolesOfMove } from '../role-turns/role-turns.view.ts';

type Means = Pick<Call, 'db' | 'caller' | 'services'>;
type Preview = Reply<typeof departmentMergePreview>;

/** Renamed and united children that are shown by name. */
const mostShown = 100;

/** What a merge would touch. Refuses as the merge itself does, but for what names the departments: of that it says what is refused. */
export async function previewMerge(means: Means, input: Parsed<typeof departmentMergePreview>): Promise<Preview> {
  const { db, caller, services } = means;
  const plan = await planMerge(db, caller, input);
  const refused = await tryUses(means, plan.replacing);
  const nameOf = (name: LocalDraft): string => pick(name, caller.language);
  const uses = await usesOfDepartments(db, means, [...plan.replacing.keys()]);
  return {
    ...(await placesOf(means, input)),
    ...(await countPeople(db, plan.replacing)),
    children: plan.moves.length,
    renamed: plan.moves
      .flatMap(({ id, name, renamed }) => (renamed ? [{ id, from: nameOf(name), to: nameOf(renamed) }] : []))
      .slice(0, mostShown),
    united: [...plan.united].map(([id, { name, into }]) => ({ id, from: nameOf(name), into: nameOf(into) })).slice(0, mostShown),
    references: uses.map((one) => ({ ...one, refused: reasonOf({ services, caller }, refused.get(one.kind)) })),
    roles: await turnsOf(means, input),
  };
}

/** Refuses what the merge could not do to what names the departments, before it begins. */
export async function assertMergeable(means: Means, plan: MergePlan): Promise<void> {
  for (const error of (await tryUses(means, plan.replacing)).values()) throw error;
}

async function placesOf(
  { db, caller }: Means,
  input: { sourceIds: readonly string[]; targetId: string },
): Promise<Pick<Preview, 'target' | 'sources'>> {
  const { rows } = await sql<{ id: string; name: string }>`select d.id, ${fullNameIn(caller.language)} as name from department d
    where d.id = any(${[...input.sourceIds, input.targetId]}::uuid[]) order by d.path`.execute(db);
  return { target: rows.find(({ id }) => id === input.targetId)?.name ?? '', sources: rows.filter(({ id }) => id !== input.targetId) };
}

async function countPeople(db: Db, replacing: Replacing): Promise<Pick<Preview, 'people' | 'duplicates'>> {
  const pairs = JSON.stringify([...replacing].map(([gone, target]) => ({ gone, target })));
  const { rows } = await sql<{
    people: number;
    duplicates: number;
  }>`with pair as (select * from jsonb_to_recordset(${pairs}::jsonb) as p(gone uuid, target uuid)),
      moved as (select ed.employee_id, pair.target, count(*) as n,
        exists (select from employee_department there where there.employee_id = ed.employee_id and there.department_id = pair.target) as there
        from pair join employee_department ed on ed.department_id = pair.gone join employee e on e.id = ed.employee_id and e.status <> 'deleted'
        group by ed.employee_id, pair.target)
    select count(distinct employee_id) as people, count(distinct employee_id) filter (where there or n > 1) as duplicates from moved`.execute(
    db,
  );
  return rows[0]!;
}

/** Each department's people as if it stood below the target: that is what they come to. */
async function turnsOf(means: Means, { sourceIds, targetId }: { sourceIds: readonly string[]; targetId: string }): Promise<RoleTurnView[]> {
  const found = new Map<string, RoleTurnView>();
  for (const id of sourceIds) {
    for (const turn of await rolesOfMove(means, { id, parentId: targetId })) {
      const key = `${turn.roleId} ${turn.gained}`;
      const other = found.get(key);
      found.set(key, other ? { ...turn, people: turn.people + other.people, beyond: turn.beyond || other.beyond } : turn);
    }
  }
  return [...found.values()];
}

class TakenBack extends Error {}

/** Tries to let the target stand in the place of the others, with these put below it for the moment; everything is taken back. */
async function tryUses({ db, caller, services }: Means, replacing: Replacing): Promise<Map<string, Refusal | InvalidInput>> {
  let refused = new Map<string, Refusal | InvalidInput>();
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', '5s', true)`.execute(tx);
      await lockTree(tx);
      for (const [gone, target] of replacing) await putBelow(tx, gone, target);
      refused = await refusedUses(tx, { services, caller: tryingCaller(caller) }, replacing);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  return refused;
}

async function putBelow(tx: Tx, gone: string, target: string): Promise<void> {
  await sql`update department set parent_id = ${target}::uuid, name = jsonb_build_object('zh_CN', id::text) where id = ${gone}::uuid`.execute(
    tx,
  );
  await sql`update department as below set path = parent.path || subpath(below.path, nlevel(moved.path) - 1)
    from department as moved join department as parent on parent.id = moved.parent_id where moved.id = ${gone}::uuid and below.path <@ moved.path`.execute(
    tx,
  );
}

/** A refusal in the caller's words. */
function reasonOf({ services, caller }: Pick<Means, 'services' | 'caller'>, error: Refusal | InvalidInput | undefined): string | null {
  if (!error) return null;
  if (error instanceof Refusal)
    return services.texts.text(caller.language, moduleOfCode(error.answer), `error.${error.answer}`, { ...error.params });
  const [issue] = error.issues;
  return issue ? services.texts.text(caller.language, issue.namespace, issue.key, { ...issue.params }) : null;
}
