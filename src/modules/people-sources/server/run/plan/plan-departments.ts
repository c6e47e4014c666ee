import { sql } from 'kysely';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, State } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { departmentKind, depthOf, maxDepth, rankBetween } from '#modules/people/server/for-sources/public.ts';
import { runDepartmentKind } from '../run-kinds.ts';
import { isField, ownersIn, requestOf } from './compare.ts';
import { emptyTree, refuse, treeOf, type DepartmentNode, type DepartmentTree } from './department-tree.ts';
import { matchByName } from './match-departments.ts';
import { operationOf } from './operations.ts';
import { emptyItem, keepItems, refreshLinks, replacedKey, type PlanContext } from './plan-context.ts';
import { reasonOf, refusedItem, type PlanItem } from './plan-item.ts';
import { departmentLinks, stagedDepartments, type DepartmentLink } from './staged.ts';

const plainFields = new Set(['code', 'phone', 'email', 'address', 'costCentre', 'description']);
const fieldNames: Readonly<Record<string, string>> = { nameEn: 'name', nameJa: 'name', parent: 'parentId', path: 'parentId' };
const ownField = (target: string): string | undefined =>
  ['externalId', 'order', 'disabled', 'managers'].includes(target)
    ? target === 'managers'
      ? 'managerIds'
      : undefined
    : (fieldNames[target] ?? target);

/** What departments hold when nothing was entered. */
const empty: Fields = { code: null, phone: null, email: null, address: null, costCentre: null, description: null };

/** More operations than this are looked at when they are applied. */
const mostChecked = 5_000;

/** Plans the departments, parents before children; leaves where each external id is found here. */
export async function planDepartments(plan: PlanContext): Promise<DepartmentTree> {
  const { db, source } = plan;
  const links = await departmentLinks(db, source.id);
  if (plan.reading.sameDepartments) {
    plan.counts['unchanged'] = plan.reading.departments;
    knowTied(plan, links);
    return emptyTree();
  }
  const read = await stagedDepartments(plan);
  const delivers = source.delivers.includes('departments');
  const tree = treeOf(delivers ? read : [], {
    paths: plan.reading.paths,
    create: source.create_departments,
    depth: maxDepth - depthOf(plan.root.path),
    scope: source.scope,
    known: (id) => !plan.reading.full && links.has(id),
  });
  await db.transaction().execute(async (tx) => {
    const items: PlanItem[] = [];
    const planner = new LevelPlanner(plan, tx, links);
    for (const level of tree.levels) items.push(...(await planner.level(level, tree)));
    const same = items.filter(({ action }) => action === 'unchanged');
    await refreshLinks(plan, tx, same);
    const checked = await check(
      plan,
      tx,
      items.filter(({ action }) => action !== 'unchanged'),
    );
    plan.counts['unchanged'] = tree.levels.flat().filter(({ unusable }) => !unusable).length - checked.length;
    for (const item of checked) item.seq = plan.seq++;
    settle(plan, tree, checked);
    const bad = [
      ...tree.refused.map(refusedNode),
      ...tree.nameless.map((one) => refusedItem(emptyItem('department', one.externalId, one.name), one.reason)),
    ];
    for (const item of bad) item.seq = plan.seq++;
    await keepItems(plan, tx, [...checked, ...bad]);
    plan.sums.departmentsLost += checked.filter(({ action }) => action === 'disable').length;
  });
  knowTied(
    plan,
    [...links].filter(([externalId, { state }]) => !tree.byId.has(externalId) || state === 'merged'),
  );
  return tree;
}

/** Departments that were not read, or that nothing was to be planned for, are found where they are. */
function knowTied(plan: PlanContext, links: Iterable<readonly [string, DepartmentLink]>): void {
  for (const [externalId, { objectId, path }] of links)
    if (!plan.departments.has(externalId) && path !== null) plan.departments.set(externalId, { id: objectId, path });
}

const refusedNode = (node: DepartmentNode): PlanItem =>
  refusedItem(
    emptyItem('department', node.externalId, String(node.values['name'] ?? node.externalId)),
    node.reason ?? { code: 'above', path: 'parent' },
  );

/** Every department that can be used is known by its id, and by its path of names. */
function settle(plan: PlanContext, tree: DepartmentTree, items: readonly PlanItem[]): void {
  const refused = new Set(
    items.filter(({ state, action }) => state !== 'planned' && action !== 'link').map(({ externalId }) => externalId),
  );
  for (const node of tree.levels.flat()) {
    if (node.unusable || node.objectId === null || (refused.has(node.externalId) && node.path === null)) continue;
    const known = { id: node.objectId, path: node.path };
    plan.departments.set(node.externalId, known);
    plan.byPath.set(pathOf(node), known);
    if (node.path === null) plan.made.add(node.objectId);
  }
}

function pathOf(node: DepartmentNode): string {
  const names: string[] = [];
  for (let at: DepartmentNode | null = node; at; at = at.parent) names.unshift(String(at.values['name'] ?? ''));
  return names.join('/');
}

/** Lines that break a rule of departments do nothing. */
async function check(plan: PlanContext, tx: Tx, items: PlanItem[]): Promise<PlanItem[]> {
  const acting = items.flatMap((item, index) => {
    const operation = operationOf(item);
    return operation ? [{ index, operation }] : [];
  });
  if (acting.length === 0 || acting.length > mostChecked) return items;
  const operations = acting.map(({ operation }) => operation);
  const issues = (await runDepartmentKind.check?.(tx, plan.caller, operations)) ?? new Map();
  const outside = await departmentKind.outside(tx, plan.caller.scope(), operations);
  return items.map((item, index) => {
    const at = acting.findIndex((one) => one.index === index);
    const found = issues.get(at)?.[0];
    if (found) return refusedItem(item, reasonOf(found));
    return at >= 0 && outside.has(at) ? refusedItem(item, { code: 'outOfRange', path: '' }) : item;
  });
}

/** Pairs and compares one level after another: parents are known by then. */
class LevelPlanner {
  readonly #plan: PlanContext;
  readonly #tx: Tx;
  readonly #links: ReadonlyMap<string, DepartmentLink>;
  readonly #ranks = new Map<string, string | null>();
  /** Departments here that a row of this run already stands for. */
  readonly #used = new Set<string>();

  constructor(plan: PlanContext, tx: Tx, links: ReadonlyMap<string, DepartmentLink>) {
    this.#plan = plan;
    this.#tx = tx;
    this.#links = links;
  }

  async level(nodes: readonly DepartmentNode[], tree: DepartmentTree): Promise<PlanItem[]> {
    const usable = nodes.filter(({ unusable }) => !unusable);
    for (const node of usable) {
      const link = this.#links.get(node.externalId);
      if (link?.path) [node.objectId, node.path] = [link.objectId, link.path];
    }
    await matchByName(this.#tx, this.#plan, usable, {
      parentOf: (node) => this.#parentOf(node),
      links: this.#links,
      isRead: (externalId) => tree.byId.has(externalId),
    });
    // Who is what they were need not be read.
    const ids = usable.flatMap((node) => (this.#isSame(node) ? [] : (node.objectId ?? [])));
    const states = ids.length > 0 ? await departmentKind.read(this.#tx, ids, false) : new Map<string, State>();
    const items: PlanItem[] = [];
    for (const node of usable) {
      // Several rows may stand for a department that others were merged into.
      const isMerged = this.#links.get(node.externalId)?.state === 'merged';
      if (node.objectId !== null && !isMerged && this.#used.has(node.objectId))
        node.reason = { code: 'linkedElsewhere', path: 'name', params: { name: String(node.values['name'] ?? '') } };
      if (node.reason) refuse(tree, node);
      else if (node.former !== null) this.#plan.replaced.add(replacedKey('department', node.former));
      if (!node.reason) items.push(...this.#itemOf(node, states.get(node.objectId ?? '')));
      if (node.objectId !== null && !isMerged) this.#used.add(node.objectId);
    }
    return items;
  }

  #parentOf(node: DepartmentNode): string {
    if (node.parent?.objectId) return node.parent.objectId;
    return (node.outer === null ? undefined : this.#links.get(node.outer)?.objectId) ?? this.#plan.root.id;
  }

  /** Whether a department was delivered as it last was, and stands here where it belongs. */
  #isSame(node: DepartmentNode): boolean {
    const link = this.#links.get(node.externalId);
    if (link?.state !== 'linked' || link.path === null || node.hash === null || link.hash !== node.hash) return false;
    const outer = node.outer === null ? undefined : this.#links.get(node.outer)?.path;
    const above = node.parent?.objectId ? node.parent.path : (outer ?? this.#plan.root.path);
    return above !== null && link.path.slice(0, link.path.lastIndexOf('.')) === above;
  }

  #itemOf(node: DepartmentNode, state: State | undefined): PlanItem[] {
    const { mapper, source } = this.#plan;
    const former = node.former === null ? undefined : this.#links.get(node.former);
    const link = this.#links.get(node.externalId) ?? (former && { ...former, state: 'missing' as const });
    if (link?.state === 'merged' || this.#isSame(node)) return [];
    const base = emptyItem('department', node.externalId, String(node.values['name'] ?? node.externalId));
    const rows = mapper.rows('department');
    const foreign = new Set<string>();
    const owners = node.hash === null ? { name: 'path', parentId: 'path' } : ownersIn(node.values, rows, { fieldOf: ownField, foreign });
    if (!state) {
      if (!source.create_departments) {
        node.unusable = true;
        return [refusedItem(base, { code: 'notCreated', path: '' })];
      }
      node.objectId = newId();
      return [{ ...base, action: 'add', objectId: node.objectId, after: this.#newFields(node), owners, hash: node.hash }];
    }
    if (link?.state === 'linked' && node.hash === null) return [];
    const present = { now: state.fields, first: !link, foreign };
    const request = requestOf(node.values, rows, { fields: plainFields, defaults: empty, present });
    const name = namesOf(node.values, state.fields);
    if (rows.get('name')?.own !== 'first' || !link) request['name'] = name;
    request['parentId'] = this.#parentOf(node);
    if (request['parentId'] !== state.fields['parentId']) request['orderNo'] = this.#nextRank(request['parentId']);
    if (rows.has('disabled')) request['enabled'] = node.values['disabled'] !== true;
    else if (link?.state === 'missing') request['enabled'] = true;
    const diff = diffOf(state.fields, request);
    const known = { ...base, objectId: state.id, version: state.version, path: state.path, owners, hash: node.hash };
    if (!diff && link?.state === 'linked') return [{ ...known, action: 'unchanged', state: 'skipped' }];
    if (!diff) return [{ ...known, action: 'link' }];
    return [{ ...known, ...diff, action: actionOf(diff) }];
  }

  #newFields(node: DepartmentNode): Fields {
    const { values } = node;
    const parentId = this.#parentOf(node);
    const plain = Object.fromEntries(Object.entries(values).filter(([target, value]) => isField(plainFields, target) && value !== null));
    return {
      parentId,
      name: namesOf(values, null),
      kind: 'department',
      ...plain,
      enabled: values['disabled'] !== true,
      orderNo: this.#nextRank(parentId),
    };
  }

  /** Last among its siblings: those there are were read with their parents. */
  #nextRank(parentId: string): string {
    const rank = rankBetween(this.#ranks.get(parentId) ?? this.#plan.lastRanks.get(parentId) ?? null, null);
    this.#ranks.set(parentId, rank);
    return rank;
  }
}

const actionOf = ({ after }: { after: Fields }): PlanItem['action'] =>
  after['enabled'] === false ? 'disable' : 'parentId' in after ? 'move' : after['enabled'] === true ? 'enable' : 'update';

/** The names that were delivered over those that are there. */
function namesOf(values: Fields, now: Fields | null): Fields {
  const present = now?.['name'];
  const kept = typeof present === 'object' && present !== null && !Array.isArray(present) ? present : {};
  const named = { zh_CN: values['name'], en_US: values['nameEn'], ja_JP: values['nameJa'] };
  return {
    ...kept,
    ...Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  };
}

/** The last rank below every department under the source's root. */
export async function lastRanksBelow(db: PlanContext['db'], path: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; rank: string }>`select parent_id as id, max(order_no) as rank from department
    where path <@ ${path}::ltree and parent_id is not null group by parent_id`.execute(db);
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}
