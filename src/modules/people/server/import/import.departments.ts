import { sql } from 'kysely';
import type { Language } from '#kit/common/language.ts';
import { pathInRange, type Range } from '#kit/server/caller.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { Db } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { rootDepartmentId } from '../../common/root.ts';
import { depthOf, maxDepth } from '../department/department.tree.ts';
import { rankBetween } from '../department/rank.ts';
import { nameIn } from '../employee/employee.view.ts';

/** A department of the tree, or one that the file will make. */
export interface Place {
  id: string;
  /** What it is called in the language of whoever reads. */
  name: string;
  /** What it is called in every language. */
  names: readonly string[];
  above: Place | undefined;
  /** ltree path; of a new one that of the nearest department there is. */
  path: string;
  depth: number;
  kind: string;
  enabled: boolean;
  rank: string;
  isNew: boolean;
}

/** Where a path of names leads, or why nowhere. */
export type Resolved = { place: Place } | { issue: OperationIssue };

const keyOf = (parentId: string | undefined, name: string): string => `${parentId ?? ''}\n${name.toLowerCase()}`;
const issueOf = (key: string, name: string, more: Record<string, string> = {}): { issue: OperationIssue } => ({
  issue: { path: 'department', namespace: 'user-centre', key: `issue.${key}`, params: { name, ...more } },
});

/** Finds departments by their path of names, and remembers those that a file makes; the tree is read once (50,000 fit in some MB). */
export class DepartmentFinder {
  readonly #places = new Map<string, Place>();
  readonly #byName = new Map<string, Place[]>();
  readonly #lastRank = new Map<string, string>();
  readonly #range: Range;
  readonly #mayCreate: boolean;
  readonly #language: Language;
  #root: Place | undefined;
  /** Ids of the departments that the plan makes. */
  readonly made = new Set<string>();

  constructor(range: Range, mayCreate: boolean, language: Language = 'zh_CN') {
    this.#range = range;
    this.#mayCreate = mayCreate;
    this.#language = language;
  }

  /** Reads the tree. */
  async load(db: Db): Promise<void> {
    const { rows } = await sql<{
      id: string;
      parent: string | null;
      path: string;
      kind: string;
      enabled: boolean;
      rank: string;
      name: string | null;
      names: string[];
    }>`
      select id, parent_id as parent, path::text as path, kind, enabled, order_no as rank, ${nameIn(this.#language, 'department')} as name, array(select distinct value from jsonb_each_text(name)) as names from department order by nlevel(path)`.execute(
      db,
    );
    const byId = new Map<string, Place>();
    for (const { parent, name, names, ...row } of rows) {
      const place: Place = {
        ...row,
        name: name ?? names[0] ?? '',
        names,
        above: parent === null ? undefined : byId.get(parent),
        depth: depthOf(row.path),
        isNew: false,
      };
      byId.set(row.id, place);
      for (const name of names) this.#remember(place, name);
    }
    this.#root = byId.get(rootDepartmentId);
  }

  #remember(place: Place, name: string): void {
    this.#places.set(keyOf(place.above?.id, name), place);
    const same = this.#byName.get(name.toLowerCase());
    if (same) same.push(place);
    else this.#byName.set(name.toLowerCase(), [place]);
    const above = place.above?.id ?? '';
    if ((this.#lastRank.get(above) ?? '') < place.rank) this.#lastRank.set(above, place.rank);
  }

  /** Follows a path from the top (the root's own name may be left out); a single name may also be that of any one department, unless it is to be `exact`. */
  find(names: readonly string[], { exact = false }: { exact?: boolean } = {}): Resolved {
    if (!this.#root) throw new Error('The tree was not read');
    const below = this.#places.get(keyOf(undefined, names[0] ?? '')) ? names.slice(1) : names;
    let place = this.#root;
    for (const name of below) {
      const next = this.#places.get(keyOf(place.id, name));
      const anywhere = below.length === 1 && !next && !exact ? (this.#byName.get(name.toLowerCase()) ?? []) : [];
      if (anywhere.length > 1) return issueOf('departmentAmbiguous', name);
      const found = next ?? anywhere[0] ?? this.#make(place, name);
      if ('issue' in found) return found;
      place = found;
    }
    return { place };
  }

  #make(above: Place, name: string): Place | { issue: OperationIssue } {
    if (!this.#mayCreate) {
      const near = this.#nearest(name, above);
      return near === undefined ? issueOf('noDepartment', name) : issueOf('noDepartmentMean', name, { near });
    }
    if (name.length > 100) return { issue: { path: 'department', namespace: 'user-centre', key: 'issue.tooLong', params: { max: 100 } } };
    if (above.depth >= maxDepth) return issueOf('deptTooDeep', name);
    if (!pathInRange(this.#range, above.path)) return issueOf('outsideRange', name);
    const rank = rankBetween(this.#lastRank.get(above.id) ?? null, null);
    const place: Place = {
      id: newId(),
      name,
      names: [name],
      above,
      path: above.path,
      depth: above.depth + 1,
      kind: 'department',
      enabled: true,
      rank,
      isNew: true,
    };
    this.#remember(place, name);
    return place;
  }

  /** The path of the department in range whose name is written most alike, where one is: below the department that was meant, else anywhere. */
  #nearest(name: string, above: Place): string | undefined {
    const wanted = name.toLowerCase();
    const most = Math.ceil(wanted.length / 3);
    let best: { place: Place; far: number; beside: boolean; name: string } | undefined;
    for (const [other, places] of this.#byName) {
      const open = places.filter(({ path }) => pathInRange(this.#range, path));
      const beside = open.find((one) => one.above === above);
      const place = beside ?? open[0];
      if (!place || Math.abs(other.length - wanted.length) > most || (best?.beside && !beside)) continue;
      const far = distance(wanted, other);
      if (far > most || (best && best.beside === Boolean(beside) && far >= best.far)) continue;
      best = { place, far, beside: Boolean(beside), name: place.names.find((one) => one.toLowerCase() === other) ?? place.name };
    }
    return best && pathOf(best.place, best.name);
  }

  /** Takes the departments of a good row into the plan: the operations that create them, parents first. */
  keep(places: readonly Place[], line: number): PlannedOperation[] {
    return places.flatMap((place) => {
      const chain: Place[] = [];
      for (let one: Place | undefined = place; one?.isNew && !this.made.has(one.id); one = one.above) chain.unshift(one);
      return chain.map((one) => {
        this.made.add(one.id);
        return creationOf(one, line);
      });
    });
  }
}

/** A place from the top, without the root. */
const pathOf = (place: Place, name = place.name): string => (place.above?.above ? `${pathOf(place.above)}/${name}` : name);

/** How many letters have to be changed, put in or left out (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= other.length; to += 1)
      next[to] = Math.min((next[to - 1] ?? 0) + 1, (row[to] ?? 0) + 1, (row[to - 1] ?? 0) + (letter === other[to - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length] ?? 0;
}

function creationOf({ id, name, above, path, rank }: Place, line: number): PlannedOperation {
  const fields = {
    parentId: above!.id,
    name: { zh_CN: name },
    code: null,
    kind: 'department',
    orderNo: rank,
    managerIds: [],
    deputyIds: [],
    phone: null,
    email: null,
    address: null,
    costCentre: null,
    description: null,
    enabled: true,
  };
  return { action: 'create', id, name, path, before: null, after: fields, version: null, line };
}
