import { createHash } from 'node:crypto';
import type { PlanAction } from '#kit/common/change/plan.contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { diffOf, sameJson } from '#kit/server/change/fields.ts';
import type { Fields, Json, Operation, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { ConfigArea, ConfigDocument, ConfigKind, ConfigObject } from '#kit/server/config/config-area.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import type { ConfigDiff, PlanCounts } from '../common/config-facts.ts';
import { codeOfFile, fileNameOf } from './bundle-write.ts';
import { documentOf, issue, requestOf, type Requested } from './documents.ts';
import { kindsInOrder, Names } from './names.ts';

/** One object of a plan. */
export interface Line {
  area: string;
  kind: string;
  path: string;
  action: PlanAction;
  name: string;
  before: ConfigDocument | null;
  after: ConfigDocument | null;
  operation: Operation | null;
  issues: OperationIssue[];
}

/** What is to be compared with what is there. */
export interface LinesRequest {
  documents: ReadonlyMap<string, Json>;
  areas: readonly string[];
  prune: boolean;
  mapping: Readonly<Record<string, string>>;
  /** Values of secrets by their path. */
  secrets: Readonly<Record<string, string>>;
}

export interface LineMeans {
  tx: Tx;
  services: Services;
  /** Who would do it; rights to each kind are theirs. */
  caller: Caller;
}

export const pathOf = (area: string, kind: string, code: string): string => `${area}/${kind}/${fileNameOf(code)}.yaml`;

/** Everything that differs between files and what is there, kinds in the order in which they are applied. */
export async function linesOf(means: LineMeans, request: LinesRequest): Promise<Line[]> {
  const { services, tx } = means;
  const names = new Names(tx, services);
  const chosen = services.configAreas.filter(({ area }) => request.areas.includes(area));
  const kinds = kindsInOrder(chosen);
  const { found, lines } = placed(chosen, request);
  const work: KindWork[] = [];
  for (const { area, kind } of kinds) {
    const objects = await names.objects(kind.name);
    const files: FileRequest[] = [];
    for (const { path, code, document } of found.get(kind) ?? []) {
      const present = objects.get(code);
      const object = present ?? { id: newId(), code };
      if (!present) await names.add(kind.name, object);
      files.push({ path, document, object, isNew: !present });
    }
    work.push({ area, kind, files });
  }
  for (const one of work) lines.push(...(await linesOfKind(means, request, { ...one, names })));
  return lines;
}

interface FileRequest {
  path: string;
  document: Json;
  object: ConfigObject;
  isNew: boolean;
}
interface KindWork {
  area: ConfigArea;
  kind: ConfigKind;
  files: FileRequest[];
}

/** The documents by their kind; those that no kind takes are refused lines. */
function placed(areas: readonly ConfigArea[], request: LinesRequest) {
  const found = new Map<ConfigKind, { path: string; code: string; document: Json }[]>();
  const lines: Line[] = [];
  for (const [path, document] of request.documents) {
    const [area = '', kindName = '', file = '', ...rest] = path.split('/');
    if (!request.areas.includes(area)) continue;
    const kind = areas.find((one) => one.area === area)?.kinds.find(({ name }) => name === kindName);
    const code = rest.length === 0 && file.endsWith('.yaml') ? codeOfFile(file.slice(0, -5)) : undefined;
    if (kind && code !== undefined) {
      const files = found.get(kind);
      if (files) files.push({ path, code, document });
      else found.set(kind, [{ path, code, document }]);
    } else lines.push(refusedLine({ area, kind: kindName, path, name: file }, [issue('', kind ? 'fileName' : 'noKind', { path })]));
  }
  return { found, lines };
}

const refusedLine = (what: Pick<Line, 'area' | 'kind' | 'path' | 'name'>, issues: OperationIssue[]): Line => ({
  ...what,
  action: 'refused',
  before: null,
  after: null,
  operation: null,
  issues,
});

type KindMeans = KindWork & { names: Names };

async function linesOfKind(means: LineMeans, request: LinesRequest, work: KindMeans): Promise<Line[]> {
  const { kind, files, names } = work;
  const objects = [...(await names.objects(kind.name)).values()];
  const made = new Set(files.filter(({ isNew }) => isNew).map(({ object }) => object.id));
  const ids = objects.map(({ id }) => id).filter((id) => !made.has(id));
  const states = ids.length > 0 ? await kind.kind.read(means.tx, ids, false) : new Map<string, State>();
  const lines: Line[] = [];
  const seen = new Set<string>();
  for (const file of files) {
    const line = await lineOfFile(means, request, work, { file, state: states.get(file.object.id) });
    if (line.operation && seen.has(line.operation.id)) lines.push(refusedLine(line, [issue('', 'twice')]));
    else lines.push(line);
    if (line.operation) seen.add(line.operation.id);
  }
  if (request.prune) {
    const named = new Set(files.map(({ object }) => object.id));
    for (const object of objects) {
      const state = states.get(object.id);
      if (state && !named.has(object.id) && !object.untouched) lines.push(...(await goneLine(means, work, { object, state })));
    }
  }
  return lines.map((line) => permitted(means.caller, kind, line));
}

/** A line that its caller may not do says so. */
function permitted(caller: Caller, kind: ConfigKind, line: Line): Line {
  if (!line.operation) return line;
  const { revert } = kind.kind.codes;
  if (!caller.can(revert)) return { ...line, action: 'refused', operation: null, issues: [issue('', 'notGranted', { code: revert })] };
  const isOwn = line.action === 'delete' && caller.grants.roles.some(({ id }) => id === line.operation?.id);
  return isOwn ? { ...line, action: 'refused', operation: null, issues: [issue('', 'ownRole')] } : line;
}

async function lineOfFile(
  means: LineMeans,
  request: LinesRequest,
  { area, kind, names }: KindMeans,
  { file, state }: { file: FileRequest; state: State | undefined },
): Promise<Line> {
  const { object, path, isNew } = file;
  const base = path.replace(/\.yaml$/, '');
  const what = { area: area.area, kind: kind.name, path, name: state?.name ?? object.code };
  const { services, tx } = means;
  const read = await requestOf({ kind, object, isNew }, file.document, { names, mapping: request.mapping, texts: services.texts });
  if (read.issues.length > 0) return refusedLine(what, read.issues);
  const write = (fields: Fields) => documentOf({ kind, object, base }, fields, names);
  if (!state) {
    const creation = await kind.create(tx, { id: object.id, code: object.code, given: read.given }, services);
    const sealed = await secretsOf(means, request, { kind, id: creation.id, read, present: null });
    const fields = { ...creation.fields, ...read.given, ...sealed.fields };
    const issues = [...sealed.issues, ...((await kind.rules?.(fields, tx, services, null)) ?? [])];
    if (object.fixed) issues.push(issue('', 'fixed'));
    if (issues.length > 0) return refusedLine({ ...what, name: creation.name }, issues);
    const operation: Operation = {
      action: 'create',
      id: creation.id,
      name: creation.name,
      path: creation.path ?? null,
      before: null,
      after: fields,
      version: null,
    };
    return { ...what, name: creation.name, action: 'create', before: null, after: await write(fields), operation, issues: [] };
  }
  const sealed = await secretsOf(means, request, { kind, id: state.id, read, present: state.fields });
  const requested = { ...(kind.keeps?.(read.given, state.fields) ?? read.given), ...sealed.fields };
  const before = await write(state.fields);
  const fields = { ...state.fields, ...requested };
  const after = await write(fields);
  const diff = diffOf(state.fields, requested);
  if (!diff || (sameJson(before, after) && Object.keys(sealed.fields).length === 0))
    return { ...what, action: 'same', before, after: before, operation: null, issues: sealed.issues };
  const moved = (kind.constant ?? []).filter((name) => diff && name in diff.after);
  const issues = [
    ...sealed.issues,
    ...moved.map((name) => issue(name, 'constant')),
    ...((await kind.rules?.(fields, tx, services, state.fields)) ?? []),
  ];
  if (issues.length > 0) return refusedLine(what, issues);
  const operation: Operation = { action: 'change', id: state.id, name: state.name, path: state.path, ...diff, version: state.version };
  return { ...what, action: 'change', before, after, operation, issues: [] };
}

/** Secrets as they are stored here: those that came along, sealed; those that are there stay; others are missing (11082). */
async function secretsOf(
  { services }: LineMeans,
  request: LinesRequest,
  { kind, id, read, present }: { kind: ConfigKind; id: string; read: Requested; present: Fields | null },
): Promise<{ fields: Fields; issues: OperationIssue[] }> {
  const fields: Fields = {};
  const issues: OperationIssue[] = [];
  const stays = present !== null && ((await kind.keepsSecrets?.(present, { ...present, ...read.given })) ?? true);
  for (const [field, path] of Object.entries(read.secrets)) {
    const place = { row: id, ...kind.secrets![field]! };
    const kept = present?.[field] === place.none ? null : present?.[field];
    if (path === null) {
      if (kept) fields[field] = null;
      continue;
    }
    const value = request.secrets[path];
    if (value !== undefined) {
      if (typeof kept !== 'string' || services.secrets.open(kept, place) !== value) fields[field] = services.secrets.seal(value, place);
    } else if (!kept || !stays) issues.push({ path: field, namespace: 'system', key: 'error.11082', params: { path } });
  }
  return { fields, issues };
}

/** What becomes of an object whose file is gone. */
async function goneLine(
  { tx, services }: LineMeans,
  { area, kind, names }: KindMeans,
  { object, state }: { object: ConfigObject; state: State },
): Promise<Line[]> {
  const path = pathOf(area.area, kind.name, object.code);
  const what = { area: area.area, kind: kind.name, path, name: state.name, issues: [] };
  const write = (fields: Fields) => documentOf({ kind, object, base: path.replace(/\.yaml$/, '') }, fields, names);
  const before = await write(state.fields);
  const facts = { id: state.id, name: state.name, path: state.path, version: state.version };
  // What was made by hand has nothing to go back to.
  const back = object.fixed ? await kind.reset?.(state, tx, services) : undefined;
  if (back) {
    const diff = diffOf(state.fields, back);
    if (!diff) return [];
    const after = await write({ ...state.fields, ...back });
    return [{ ...what, action: 'change', before, after, operation: { ...facts, action: 'change', ...diff } }];
  }
  if (object.fixed) return [];
  return [{ ...what, action: 'delete', before, after: null, operation: { ...facts, action: 'delete', before: state.fields, after: null } }];
}

/** How many lines of each action. */
export function countLines(lines: readonly Line[]): PlanCounts {
  const counts: PlanCounts = {};
  for (const { action } of lines) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
}

/** What a line changes, part by part. */
export function diffsOf({ before, after }: Pick<Line, 'before' | 'after'>): ConfigDiff[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted();
  return names.flatMap((field) => {
    const [old, now] = [before?.[field] ?? null, after?.[field] ?? null];
    return sameJson(old, now) ? [] : [{ field, before: old, after: now }];
  });
}

/** A word for exactly these lines. */
export function printOf(lines: readonly Line[]): string {
  const hash = createHash('sha256');
  for (const { path, action, before, after, issues } of lines.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
    hash.update(JSON.stringify([path, action, diffsOf({ before, after }), issues.map(({ path: at, key }) => [at, key])]));
  return hash.digest('hex');
}
