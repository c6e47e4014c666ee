import { sql } from 'kysely';
import type { Language, LocalDraft } from '#kit/common/language.ts';
import { pathInRange, type Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { nameIn } from '../employee/employee.view.ts';
import './department.table.ts';

/** Which departments are to become one. */
export interface MergeRequest {
  sourceIds: readonly string[];
  targetId: string;
  keepNames: boolean;
}

/** A child that goes below another department, with a new name where its own is taken there. */
export interface ChildMove {
  id: string;
  parentId: string;
  name: LocalDraft;
  renamed: LocalDraft | undefined;
}

/** What a merge comes to: which department takes the place of which (children of the same name included), and which children move. */
export interface MergePlan {
  replacing: Map<string, string>;
  moves: ChildMove[];
  /** Departments that are merged because one of the same name is there. */
  united: Map<string, { name: LocalDraft; into: LocalDraft }>;
  /** Sources whose ties followed the merge: what they own goes along, because they go on delivering it. */
  following?: ReadonlySet<string>;
}

interface Child {
  id: string;
  name: LocalDraft;
}

/** Works out a merge. Refuses with 10404 or 10910, 12006 for the root, 12001 where the target is one of those that go or lies below one, 12005 or 10400 where people would come to where nobody may be put. */
export async function planMerge(db: Db, caller: Caller, request: MergeRequest): Promise<MergePlan> {
  await assertPlaces(db, caller, request);
  const replacing = new Map(request.sourceIds.map((id) => [id, request.targetId]));
  const plan: MergePlan = { replacing, moves: [], united: new Map() };
  const children = new ChildrenOf(db);
  // Grows while it is gone through: children that are merged have children themselves.
  for (const [from, to] of replacing) {
    const there = await children.of(to);
    for (const child of await children.of(from)) {
      if (request.sourceIds.includes(child.id)) continue;
      const same = there.find((one) => !replacing.has(one.id) && sharesName(one.name, child.name));
      if (same && !request.keepNames) {
        replacing.set(child.id, same.id);
        plan.united.set(child.id, { name: child.name, into: same.name });
        continue;
      }
      const renamed = same ? freeName(child.name, there) : undefined;
      plan.moves.push({ id: child.id, parentId: to, name: child.name, renamed });
      there.push({ id: child.id, name: renamed ?? child.name });
    }
  }
  await assertMayHold(db, replacing, caller.language);
  return plan;
}

async function assertPlaces(db: Db, caller: Caller, { sourceIds, targetId }: MergeRequest): Promise<void> {
  const range = caller.scope();
  const ids = [...sourceIds, targetId];
  const { rows } = await sql<{
    id: string;
    path: string;
  }>`select id, path::text as path from department where id = any(${ids}::uuid[])`.execute(db);
  const paths = new Map(rows.map(({ id, path }) => [id, path]));
  if (ids.some((id) => !paths.has(id))) throw range.all ? notFound() : outOfRange();
  if ([...paths.values()].some((path) => !pathInRange(range, path))) throw outOfRange();
  if (sourceIds.includes(rootDepartmentId)) throw new Refusal(12006);
  const target = paths.get(targetId)!;
  if (sourceIds.some((id) => `${target}.`.startsWith(`${paths.get(id)}.`))) throw new Refusal(12001, {}, { field: 'targetId' });
}

/** Nobody's primary department becomes a virtual one, and nobody comes again to one that is disabled. */
async function assertMayHold(db: Db, replacing: ReadonlyMap<string, string>, language: Language): Promise<void> {
  const pairs = JSON.stringify([...replacing].map(([gone, target]) => ({ gone, target })));
  const { rows } = await sql<{ name: string; enabled: boolean }>`select ${nameIn(language)} as name, d.enabled
    from jsonb_to_recordset(${pairs}::jsonb) as pair(gone uuid, target uuid) join department d on d.id = pair.target
    where (d.kind = 'virtual' or not d.enabled) and exists (select from employee_department ed join employee e on e.id = ed.employee_id and e.status <> 'deleted'
      where ed.department_id = pair.gone and (ed.is_primary or not d.enabled)
        and (d.kind = 'virtual' or not exists (select from employee_department there where there.employee_id = e.id and there.department_id = d.id)))
    limit 1`.execute(db);
  const [target] = rows;
  if (!target) return;
  if (target.enabled) throw new Refusal(12005, {}, { field: 'targetId' });
  throw new InvalidInput([{ path: 'targetId', namespace: 'user-centre', key: 'issue.departmentDisabled', params: { name: target.name } }]);
}

/** Children by their parent, in their order, read when they are asked for. */
class ChildrenOf {
  readonly #db: Db;
  readonly #known = new Map<string, Child[]>();

  constructor(db: Db) {
    this.#db = db;
  }

  async of(parentId: string): Promise<Child[]> {
    const known = this.#known.get(parentId);
    if (known) return known;
    const { rows } = await sql<Child>`select id, name from department where parent_id = ${parentId}::uuid order by order_no, id`.execute(
      this.#db,
    );
    this.#known.set(parentId, rows);
    return rows;
  }
}

const languages = ['zh_CN', 'en_US', 'ja_JP'] as const;

/** Siblings differ in each language that both have. */
const sharesName = (one: LocalDraft, other: LocalDraft): boolean =>
  languages.some((language) => one[language] && one[language].toLowerCase() === other[language]?.toLowerCase());

/** Longest name of a department. */
const longest = 100;

/** The name with the first number behind it that nobody else there has. */
function freeName(name: LocalDraft, there: readonly Child[]): LocalDraft {
  for (let n = 2; ; n += 1) {
    const mark = ` (${n})`;
    const numbered = { ...name };
    for (const language of languages) {
      const own = name[language];
      if (own) numbered[language] = `${own.slice(0, longest - mark.length)}${mark}`;
    }
    if (!there.some((one) => sharesName(one.name, numbered))) return numbered;
  }
}
