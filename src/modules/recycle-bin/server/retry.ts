import type { Caller } from '#kit/server/caller.ts';
import { applyEach } from '#kit/server/change/apply-each.ts';
import { callerOn } from '#kit/server/change/callers.ts';
import { sameJson } from '#kit/server/change/fields.ts';
import { writeJournal, type BatchOptions } from '#kit/server/change/journal.ts';
import type { Fields, Json, Operation, OperationIssue, State } from '#kit/server/change/kind.ts';
import type { Reverting } from '#kit/server/change/revert.ts';
import type { Tx } from '#kit/server/directory.ts';
import { replaced } from './parents.ts';

/** How what was refused is tried again. */
export interface RestoreRetry {
  suffix: boolean;
  merge: boolean;
  /** Ids that stand in the place of others; what was united is added. */
  by: Map<string, string>;
  options: BatchOptions;
}

/** Tries again what was refused, until nothing more comes back: with other ids in it, united with what took its name, or under another name. */
export async function retryRestore(
  tx: Tx,
  caller: Caller,
  conflicts: readonly Reverting[],
  request: RestoreRetry,
): Promise<{ done: Reverting[]; left: Reverting[] }> {
  const done: Reverting[] = [];
  let left = [...conflicts];
  if (!request.suffix && !request.merge && request.by.size === 0) return { done, left };
  for (let before = -1; left.length > 0 && before < done.length;) {
    // What came back before may be what others hang on.
    const changed = before >= 0;
    before = done.length;
    const next: Reverting[] = [];
    for (const one of left) {
      const tried = await attempt(tx, { caller, changed: changed || done.length > 0 }, one, request);
      (tried.conflict ? next : done).push(tried);
    }
    left = next;
  }
  return { done, left };
}

interface Trying {
  caller: Caller;
  /** Something came back since it was refused. */
  changed: boolean;
}

async function attempt(tx: Tx, { caller, changed }: Trying, one: Reverting, request: RestoreRetry): Promise<Reverting> {
  if (one.conflict?.reason !== 'refused' || !one.operation) return one;
  const after = replaced(one.operation.after, request.by) as Fields;
  const operation = { ...one.operation, after };
  let current: Reverting = { ...one, operation };
  if (changed || !sameJson(after, one.operation.after ?? {})) {
    const issues = await write(tx, caller, current, { operation, options: request.options });
    if (!issues) return came(current, operation);
    current = { ...current, issues, conflict: { reason: 'refused', fields: issues.map(({ path }) => path) } };
  }
  return (
    (request.merge && (await unite(tx, caller, current, request))) ||
    (request.suffix && (await withNumber(tx, caller, current, request))) ||
    current
  );
}

const came = (one: Reverting, operation: Operation): Reverting => ({ ...one, operation, conflict: undefined, issues: [] });

/** Writes one operation; answers why not. */
async function write(
  tx: Tx,
  caller: Caller,
  { kind }: Reverting,
  { operation, options }: { operation: Operation; options: BatchOptions },
): Promise<OperationIssue[] | undefined> {
  const work = { kind, operations: [operation] };
  const each = await applyEach(tx, callerOn(caller, kind.codes.revert), work, { ...options, source: 'revert' });
  return each.refused.get(0);
}

/** The object that took the name of a deleted one, as far as the caller may change it. */
export async function sameKeyOf(tx: Tx, caller: Caller, { kind, operation }: Reverting): Promise<State | undefined> {
  const id = operation && (await kind.sameKey?.(tx, operation));
  const state = id === undefined ? undefined : (await kind.read(tx, [id], true)).get(id);
  if (!state) return undefined;
  const outside = await kind.outside(tx, callerOn(caller, kind.codes.revert).scope(), [joining(state, {})]);
  return outside.size > 0 ? undefined : state;
}

/** Gives the object that took the name what it lacks of the deleted one, and lets it stand for that one from then on. */
async function unite(tx: Tx, caller: Caller, one: Reverting, request: RestoreRetry): Promise<Reverting | undefined> {
  const state = await sameKeyOf(tx, caller, one);
  if (!state) return undefined;
  const operation = joining(state, lackedBy(state.fields, one.operation!.after ?? {}));
  if (Object.keys(operation.after ?? {}).length === 0)
    // Nothing is written, but the deletion counts as taken back by this batch.
    await writeJournal(tx, caller, { kind: one.kind, operations: [] }, { ...request.options, source: 'revert' });
  else if (await write(tx, caller, one, { operation, options: request.options })) return undefined;
  request.by.set(one.objectId, state.id);
  return came(one, operation);
}

const joining = (state: State, after: Fields): Operation => ({
  action: 'change',
  id: state.id,
  name: state.name,
  path: state.path,
  before: Object.fromEntries(Object.keys(after).map((name) => [name, state.fields[name] ?? null])),
  after,
  version: state.version,
});

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** What an object lacks of another one: fields that are empty in it, and members of lists. Nothing it has is changed. */
function lackedBy(present: Fields, other: Fields): Fields {
  const lacked: Fields = {};
  for (const [name, value] of Object.entries(other)) {
    const now = present[name];
    if (Array.isArray(now) && Array.isArray(value)) {
      const more = value.filter((one) => !now.some((own) => sameJson(own, one)));
      if (more.length > 0) lacked[name] = [...now, ...more];
    } else if (isEmpty(now) && !isEmpty(value)) lacked[name] = value;
  }
  return lacked;
}

const mostTries = 9;

/** Whether a number behind a name or code could help: a field of text is what it was refused for. */
export const couldRename = (one: Reverting): boolean =>
  one.conflict?.reason === 'refused' && one.operation !== undefined && namesIn(one).length > 0;

const namesIn = ({ issues, operation }: Reverting): string[] => [
  ...new Set(issues.map(({ path }) => path.split('.')[0] ?? '').filter((name) => isName(operation?.after?.[name]))),
];

/** A text, or one in several languages; ids of others are no names. */
const isName = (value: Json | undefined): boolean =>
  (typeof value === 'string' && value !== '' && !/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) ||
  (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).some((text) => typeof text === 'string'));

/** Brings one back with a number behind what it was refused for. */
async function withNumber(tx: Tx, caller: Caller, one: Reverting, { options }: RestoreRetry): Promise<Reverting | undefined> {
  if (!couldRename(one)) return undefined;
  const fields = namesIn(one);
  for (let number = 2; number < 2 + mostTries; number++) {
    const after: Fields = { ...one.operation!.after };
    for (const name of fields) after[name] = numbered(after[name] ?? '', number);
    const operation: Operation = { ...one.operation!, after };
    if (!(await write(tx, caller, one, { operation, options }))) return came(one, operation);
  }
  return undefined;
}

const numbered = (value: Json, number: number): Json => {
  if (typeof value === 'string') return `${value}-${number}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [name, text === '' || text === null ? text : numbered(text, number)]),
  );
};
