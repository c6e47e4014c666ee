import { z } from 'zod';
import { meets, parsePath, type Filter, type PatchPath } from './filter.ts';
import { isKept, oneOf, resourceOf, setValue, valueOf, withOnePrimary, type Resource } from './resource.ts';
import { badRequest } from './scim-error.ts';
import type { Attribute, ResourceSchema } from './schema.ts';

const operation = z.object({
  op: z
    .string()
    .transform((op) => op.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().optional(),
  value: z.unknown().optional(),
});
const body = z.object({ Operations: z.array(operation).min(1).max(1_000) });

type Operation = z.output<typeof operation>;

/**
 * A resource after a PATCH (RFC 7644 3.5.2): all operations or none. Also what providers send in place of the standard's words: `Replace`,
 * no path, paths with dots as names of the value, `members[value eq "..."]`, a list of values to be removed.
 */
export function patched(now: Resource, sent: unknown, schema: ResourceSchema): Resource {
  const read = body.safeParse(withOperations(sent));
  if (!read.success) throw badRequest('invalidSyntax', 'Operations is a list of {op, path, value} with op add, replace or remove');
  const next = structuredClone(now);
  for (const one of read.data.Operations) apply(next, one, schema);
  return next;
}

/** The name of the list may be written in any case. */
function withOperations(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const name = Object.keys(sent).find((key) => key.toLowerCase() === 'operations');
  return name === undefined ? sent : { Operations: Reflect.get(sent, name) };
}

function apply(target: Resource, { op, path, value }: Operation, schema: ResourceSchema): void {
  if (path !== undefined && path !== '') {
    applyAt(target, { op, value }, parsePath(path, schema));
    return;
  }
  if (op === 'remove') throw badRequest('noTarget', 'A removal needs a path');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('invalidValue', 'Without a path the value is an object');
  for (const [name, part] of Object.entries(value)) {
    const isExtension = Object.keys(schema.extensions).some((one) => one.toLowerCase() === name.toLowerCase());
    if (isExtension && typeof part === 'object' && part !== null) merge(target, resourceOf({ [name]: part }, schema));
    else if (name.toLowerCase() !== 'schemas') applyAt(target, { op, value: part }, parsePath(name, schema));
  }
}

function merge(target: Resource, more: Resource): void {
  for (const [name, part] of Object.entries(more)) target[name] = { ...(target[name] as object | undefined), ...(part as object) };
}

function applyAt(target: Resource, { op, value }: Pick<Operation, 'op' | 'value'>, at: PatchPath): void {
  const { attribute, sub } = at;
  if (!isKept(attribute) || (sub && !isKept(sub))) {
    // A password is taken and dropped; what only the server writes can't be changed.
    if (attribute.mutability === 'writeOnly') return;
    throw badRequest('mutability', `${attribute.name} can't be changed`);
  }
  const holder = holderOf(target, at, op);
  if (!holder) return;
  const name = attribute.name;
  if (attribute.multi) setValue(holder, name, listAfter(listOf(holder[name]), { op, value }, at));
  else if (sub) setPart(holder, { op, value }, { attribute, sub });
  else setValue(holder, name, op === 'remove' ? null : single(holder[name], value, { op, attribute }));
}

/** The object in which the attribute lies: the resource or its extension. */
function holderOf(target: Resource, { path }: PatchPath, op: Operation['op']): Resource | undefined {
  if (path.length === 1) return target;
  const name = path[0]!;
  if (target[name] === undefined) {
    if (op === 'remove') return undefined;
    target[name] = {};
  }
  return target[name] as Resource;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** An object grows by the parts that come; a plain value is replaced. */
function single(now: unknown, value: unknown, { op, attribute }: { op: Operation['op']; attribute: Attribute }): unknown {
  const next = valueOf(value, attribute);
  const merges = attribute.type === 'complex' && op === 'add' && typeof now === 'object' && now !== null && typeof next === 'object';
  return merges ? { ...now, ...next } : next;
}

function setPart(
  holder: Resource,
  { op, value }: Pick<Operation, 'op' | 'value'>,
  { attribute, sub }: { attribute: Attribute; sub: Attribute },
): void {
  const whole: Resource = { ...(holder[attribute.name] as Resource | undefined) };
  setValue(whole, sub.name, op === 'remove' ? null : oneOf(value, sub));
  setValue(holder, attribute.name, Object.keys(whole).length === 0 ? null : whole);
}

function listAfter(now: readonly unknown[], { op, value }: Pick<Operation, 'op' | 'value'>, at: PatchPath): unknown[] {
  const { attribute, filter, sub } = at;
  if (op === 'remove') return removed(now, value, at);
  if (!filter && !sub) {
    const sent = listOf(valueOf(value, attribute) ?? []);
    return op === 'replace' ? sent : withOnePrimary([...now, ...sent.filter((one) => !now.some((other) => isSame(one, other)))]);
  }
  const hit = now.filter((one) => !filter || meets(one, filter));
  // An address of a type that is not there yet comes to be: providers say `emails[type eq "work"].value` also for the first.
  const all = hit.length > 0 ? now : [...now, seedOf(filter)];
  const touched = new Set(hit.length > 0 ? hit : [all.at(-1)]);
  const changed = all.map((one) => (touched.has(one) ? changedElement(one, value, { attribute, sub }) : one));
  return withOnePrimary(changed);
}

function changedElement(one: unknown, value: unknown, { attribute, sub }: Pick<PatchPath, 'attribute' | 'sub'>): unknown {
  const now = typeof one === 'object' && one !== null ? one : { value: one };
  if (sub) return { ...now, [sub.name]: oneOf(value, sub) };
  return { ...now, ...(oneOf(value, attribute) as object) };
}

/** What the comparisons of a filter say of an element that would meet it. */
function seedOf(filter: Filter | undefined): Record<string, unknown> {
  if (filter?.op === 'eq') return { [filter.path.at(-1)!]: filter.value };
  return filter?.op === 'and' ? { ...seedOf(filter.left), ...seedOf(filter.right) } : {};
}

function removed(now: readonly unknown[], value: unknown, { attribute, filter, sub }: PatchPath): unknown[] {
  if (sub)
    return now.map((one) => {
      if (filter && !meets(one, filter)) return one;
      const { [sub.name]: _gone, ...rest } = one as Record<string, unknown>;
      return rest;
    });
  if (filter) return now.filter((one) => !meets(one, filter));
  // Without a filter everything goes, unless it is said which (Entra ID, Okta).
  if (value === undefined || value === null) return [];
  const named = listOf(valueOf(value, attribute));
  return now.filter((one) => !named.some((other) => isSame(one, other)));
}

/** The same element: of the same value where it has one, else alike as a whole. */
function isSame(left: unknown, right: unknown): boolean {
  const key = (one: unknown): unknown => (typeof one === 'object' && one !== null ? Reflect.get(one, 'value') : one);
  const [a, b] = [key(left), key(right)];
  return a !== undefined || b !== undefined ? a === b : JSON.stringify(left) === JSON.stringify(right);
}
