import { createHash } from 'node:crypto';
import type { Entry } from 'ldapts';
import { aboveDn, dnKey, parseDn } from '#platform/ldap/dn.ts';
import { Some } from '#platform/ldap/quick-entries.ts';
import type { WaitingEntry } from '#platform/ldap/search-page.ts';
import type { LdapSourceConfig } from '../../../common/config/ldap.ts';
import type { RawValue } from '../connector.ts';
import { textOf } from './attributes.ts';
import type { Dialect } from './dialect.ts';
import { allValues } from './ranges.ts';
import type { Scope } from './scope.ts';
import type { Session } from './session.ts';

/** Departments as they are known before anything is told: who is under whom, and who belongs to which. */
export interface Tree {
  /** `$parent` and `$path` of a department; undefined for one that is not in the tree. */
  placeOf(id: string): Record<string, RawValue> | undefined;
  /** `$departments` of a person, or what stands instead of it; many may have the same one. */
  ofPerson(entry: Entry): Readonly<Record<string, RawValue>>;
  /** What `ofPerson` goes by beside the entry itself, so that two trees of which it is the same place everybody alike; undefined where that is not told. */
  readonly digest: string | undefined;
}

/** One department in memory: small, because there may be fifty thousand. */
interface Node {
  readonly id: string;
  readonly name: string;
  parent: Node | null;
}

/** Departments above each other; a circle, which groups can form, ends where it would begin again. */
function pathOf(node: Node): string {
  const names: string[] = [];
  const seen = new Set<Node>();
  for (let at: Node | null = node; at && !seen.has(at); at = at.parent) {
    seen.add(at);
    names.unshift(at.name);
  }
  return pathText(names);
}

/** Names from the top, separated by a slash; one inside a name is written with a sign that looks like it. */
const pathText = (names: readonly string[]): string => names.map((name) => name.replaceAll('/', '\u2215')).join('/');

const placeOf = (node: Node | undefined): Record<string, RawValue> | undefined =>
  node && { $parent: node.parent?.id ?? null, $path: pathOf(node) };

const rootless: Tree = {
  placeOf: () => undefined,
  ofPerson: () => ({}),
  digest: 'none',
};

/** How departments are found. */
interface TreeParts {
  readonly scope: Scope;
  readonly dialect: Dialect;
  /** Takes units as they came, with these attributes: who needs them reads them no second time. */
  readonly keep?: { readonly attributes: readonly string[]; take(entries: readonly WaitingEntry[]): void } | undefined;
}

/** Reads what of the departments must be known before the first person is told. */
export async function readTree(session: Session, config: LdapSourceConfig, parts: TreeParts): Promise<Tree> {
  switch (config.departments) {
    case 'ou':
      return unitTree(await nodesOf(session, config, parts));
    case 'groups':
      return groupTree(session, config, parts);
    case 'attribute':
      return {
        ...rootless,
        digest: JSON.stringify([config.departmentAttribute, config.pathSeparator]),
        ofPerson: (entry) => pathFrom(textOf(entry, config.departmentAttribute), config.pathSeparator),
      };
    case 'none':
      return rootless;
  }
}

function pathFrom(value: string | undefined, separator: string): Record<string, RawValue> {
  const names = (value ?? '').split(separator).map((name) => name.trim());
  const path = names.filter((name) => name !== '');
  return path.length > 0 ? { $path: pathText(path) } : {};
}

async function nodesOf(session: Session, config: LdapSourceConfig, { scope, dialect, keep }: TreeParts): Promise<Map<string, Node>> {
  const nodes = new Map<string, Node>();
  const { bases, filter } = scope.departments;
  const attributes = keep?.attributes ?? dialect.ids;
  const ids = new Some(dialect.ids);
  for (const base of bases)
    for await (const page of session.waiting({ base, scope: 'sub', filter, attributes })) {
      keep?.take(page);
      for (const one of page) {
        const entry = one.outline(ids);
        const id = dialect.idOf(entry);
        const steps = parseDn(entry.dn);
        const key = dnKey(steps);
        if (id === undefined || (scope.isBase(key) && !config.basesAreDepartments)) continue;
        nodes.set(key, { id, name: steps[0]?.value ?? '', parent: null });
      }
    }
  return nodes;
}

/** Places remembered by the way they are written: thousands of people are in the same one. */
const mostPlaces = 100_000;

/** The nearest department at or above a place. */
function nearest(nodes: ReadonlyMap<string, Node>, dn: string): Node | null {
  const steps = parseDn(dn);
  for (let at = 0; at < steps.length; at += 1) {
    const node = nodes.get(dnKey(steps, at));
    if (node) return node;
  }
  return null;
}

function unitTree(nodes: ReadonlyMap<string, Node>): Tree {
  const byId = new Map<string, Node>();
  for (const [key, node] of nodes) {
    byId.set(node.id, node);
    // The key is a list of steps itself: what follows the first is the place above.
    for (let cut = key.indexOf('\u0002'); cut >= 0 && !node.parent; cut = key.indexOf('\u0002', cut + 1))
      node.parent = nodes.get(key.slice(cut + 1)) ?? null;
  }
  const places = new Map<string, Record<string, RawValue>>();
  const digest = createHash('sha256');
  for (const [key, { id }] of nodes) digest.update(JSON.stringify([key, id]));
  return {
    digest: digest.digest('base64url'),
    placeOf: (id) => placeOf(byId.get(id)),
    ofPerson: ({ dn }) => {
      const above = aboveDn(dn);
      let place = places.get(above);
      if (place === undefined) {
        if (places.size >= mostPlaces) places.clear();
        const node = nearest(nodes, above);
        places.set(above, (place = { $departments: node ? [node.id] : [] }));
      }
      return place;
    },
  };
}

/** Groups hold people by their names (member, uniqueMember) or accounts (memberUid), and one another. */
async function groupTree(
  session: Session,
  config: LdapSourceConfig,
  { scope, dialect }: { scope: Scope; dialect: Dialect },
): Promise<Tree> {
  const nodes = await nodesOf(session, { ...config, basesAreDepartments: true }, { scope, dialect });
  const byId = new Map([...nodes.values()].map((node) => [node.id, node]));
  const holders = new Map<string, Node[]>();
  const hold = (key: string, group: Node): void => {
    const under = nodes.get(key);
    if (under && under !== group) under.parent ??= group;
    else if (!under) holders.set(key, [...(holders.get(key) ?? []), group]);
  };
  for await (const { dn, keys } of membersOf(session, { scope, dialect })) {
    const group = nodes.get(dnKey(dn));
    if (group) for (const key of keys) hold(key, group);
  }
  return {
    digest: undefined,
    placeOf: (id) => placeOf(byId.get(id)),
    ofPerson: (entry) => {
      const uid = textOf(entry, 'uid');
      const groups = [...(holders.get(dnKey(entry.dn)) ?? []), ...(uid === undefined ? [] : (holders.get(`uid:${uid}`) ?? []))];
      return { $departments: [...new Set(groups.map(({ id }) => id))] };
    },
  };
}

/** Groups and who is in them, a piece of a group at a time. */
async function* membersOf(
  session: Session,
  { scope, dialect }: { scope: Scope; dialect: Dialect },
): AsyncGenerator<{ dn: string; keys: readonly string[] }> {
  const names = dialect.kind === 'ad' ? ['member'] : ['member', 'uniqueMember', 'memberUid'];
  const keyOf = (name: string, value: string): string => (name === 'memberUid' ? `uid:${value}` : dnKey(uniqueName(name, value)));
  const { bases, filter } = scope.departments;
  for (const base of bases)
    for await (const entries of session.pages({ base, scope: 'sub', filter, attributes: [...dialect.ids, ...names] }))
      for (const [entry, name] of entries.flatMap((one) => names.map((name) => [one, name] as const)))
        for await (const values of allValues(session, entry, name)) yield { dn: entry.dn, keys: values.map((value) => keyOf(name, value)) };
}

/** A unique member may carry a bit string behind its name (RFC 4517 3.3.21). */
function uniqueName(attribute: string, value: string): string {
  return attribute === 'uniqueMember' ? value.replace(/#'[01]*'B$/, '') : value;
}
