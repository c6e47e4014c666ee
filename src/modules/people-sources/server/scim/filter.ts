import { badRequest, type ScimError, type ScimType } from './scim-error.ts';
import { attributeOf, type Attribute, type ResourceSchema } from './schema.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];
export type FilterValue = string | number | boolean | null;

/** Names down to an attribute, written as the schema does; an extension's address is the first. */
export type AttributePath = readonly string[];

/** A filter of RFC 7644 3.4.2.2, its names checked. `within`: one element of a list meets the inner filter. */
export type Filter =
  | { readonly op: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly op: 'not'; readonly of: Filter }
  | { readonly op: 'pr'; readonly path: AttributePath }
  | { readonly op: Comparison; readonly path: AttributePath; readonly value: FilterValue; readonly exact: boolean }
  | { readonly op: 'within'; readonly path: AttributePath; readonly of: Filter };

/** Where a PATCH goes: an attribute, in a list those elements that meet the filter, and there a part of them (RFC 7644 3.5.2). */
export interface PatchPath {
  readonly path: AttributePath;
  readonly attribute: Attribute;
  readonly filter: Filter | undefined;
  readonly sub: Attribute | undefined;
}

const mostLength = 2_000;
const mostDepth = 20;
const token = /\s*(?:(\()|(\))|(\[)|(\])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** Reads a filter; `invalidFilter` where it is none, or names what no resource has. */
export function parseFilter(text: string, schema: ResourceSchema): Filter {
  const reader = new Reader(text, schema, 'invalidFilter');
  const filter = reader.either(schema.attributes, 0);
  reader.end();
  return filter;
}

/** Reads the path of a PATCH operation; `invalidPath` where it leads nowhere. */
export function parsePath(text: string, schema: ResourceSchema): PatchPath {
  const reader = new Reader(text, schema, 'invalidPath');
  const path = reader.target();
  reader.end();
  return path;
}

class Reader {
  readonly #tokens: string[] = [];
  readonly #schema: ResourceSchema;
  readonly #type: ScimType;
  #at = 0;

  constructor(text: string, schema: ResourceSchema, type: ScimType) {
    this.#schema = schema;
    this.#type = type;
    if (text.length > mostLength) throw this.#bad(`longer than ${mostLength} characters`);
    const rest = text.trimEnd();
    token.lastIndex = 0;
    while (token.lastIndex < rest.length) {
      const from = token.lastIndex;
      const found = token.exec(rest);
      if (!found) throw this.#bad(`not understood at ${from + 1}`);
      this.#tokens.push(found[0].trim());
    }
  }

  #bad(why: string): ScimError {
    return badRequest(this.#type, `The ${this.#type === 'invalidPath' ? 'path' : 'filter'} is ${why}`);
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  #next(): string {
    const one = this.#tokens[this.#at++];
    if (one === undefined) throw this.#bad('cut off');
    return one;
  }

  #word(word: string): boolean {
    if (this.#peek()?.toLowerCase() !== word) return false;
    this.#at += 1;
    return true;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#bad(`not understood at "${this.#peek()}"`);
  }

  either(attributes: readonly Attribute[], depth: number): Filter {
    if (depth > mostDepth) throw this.#bad('nested too deeply');
    let left = this.#both(attributes, depth);
    while (this.#word('or')) left = { op: 'or', left, right: this.#both(attributes, depth) };
    return left;
  }

  #both(attributes: readonly Attribute[], depth: number): Filter {
    let left = this.#one(attributes, depth);
    while (this.#word('and')) left = { op: 'and', left, right: this.#one(attributes, depth) };
    return left;
  }

  #one(attributes: readonly Attribute[], depth: number): Filter {
    if (this.#word('not')) {
      if (this.#peek() !== '(') throw this.#bad('without brackets after "not"');
      return { op: 'not', of: this.#one(attributes, depth + 1) };
    }
    if (this.#word('(')) {
      const inside = this.either(attributes, depth + 1);
      if (!this.#word(')')) throw this.#bad('without its closing bracket');
      return inside;
    }
    return this.#comparison(attributes, depth);
  }

  #comparison(attributes: readonly Attribute[], depth: number): Filter {
    const { path, attribute } = this.#attribute(attributes);
    if (this.#word('[')) {
      const of = this.either(attribute.of ?? [], depth + 1);
      if (!this.#word(']')) throw this.#bad('without its closing bracket');
      return { op: 'within', path, of };
    }
    if (this.#word('pr')) return { op: 'pr', path };
    const written = this.#next().toLowerCase();
    const op = comparisons.find((one) => one === written);
    if (!op) throw this.#bad(`not understood at "${written}"`);
    return { op, path: comparable(path, attribute), value: this.#value(), exact: attribute.exact === true };
  }

  #value(): FilterValue {
    const written = this.#next();
    try {
      const value: unknown = JSON.parse(/^(true|false|null)$/i.test(written) ? written.toLowerCase() : written);
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as FilterValue;
    } catch {
      // Falls through.
    }
    throw this.#bad(`not understood at "${written}": values are written as in JSON`);
  }

  #attribute(attributes: readonly Attribute[]): { path: AttributePath; attribute: Attribute } {
    return this.#resolve(this.#next(), attributes);
  }

  #resolve(written: string, attributes: readonly Attribute[]): { path: AttributePath; attribute: Attribute } {
    const { head, names, from } = this.#within(written, attributes);
    const path: string[] = [...head];
    let level: readonly Attribute[] | undefined = from;
    let found: Attribute | undefined;
    for (const name of names) {
      found = attributeOf(level, name);
      if (!found) throw this.#bad(`about ${written}, which is no attribute`);
      path.push(found.name);
      level = found.of;
    }
    if (!found) throw this.#bad(`about ${written}, which is no attribute`);
    return { path, attribute: found };
  }

  /** Takes the address of a schema off a name. */
  #within(written: string, attributes: readonly Attribute[]): { head: string[]; names: string[]; from: readonly Attribute[] } {
    if (!/^urn:/i.test(written)) return { head: [], names: written.split('.'), from: attributes };
    const known = [this.#schema.id, ...Object.keys(this.#schema.extensions)];
    const address = known.find((one) => written.toLowerCase().startsWith(`${one.toLowerCase()}:`));
    if (address === undefined) throw this.#bad(`about ${written}, which is no attribute`);
    const names = written.slice(address.length + 1).split('.');
    return address === this.#schema.id
      ? { head: [], names, from: attributes }
      : { head: [address], names, from: this.#schema.extensions[address] ?? [] };
  }

  target(): PatchPath {
    const { path, attribute } = this.#attribute(this.#schema.attributes);
    if (!this.#word('[')) return splitPath(path, attribute, this.#schema);
    if (!attribute.multi) throw this.#bad('a filter of what is no list');
    const filter = this.either(attribute.of ?? [], 0);
    if (!this.#word(']')) throw this.#bad('without its closing bracket');
    const rest = this.#peek();
    if (rest === undefined) return { path, attribute, filter, sub: undefined };
    this.#at += 1;
    const sub = rest.startsWith('.') ? attributeOf(attribute.of, rest.slice(1)) : undefined;
    if (!sub) throw this.#bad(`not understood at "${rest}"`);
    return { path, attribute, filter, sub };
  }
}

/** `emails` alone is compared by its values. */
const comparable = (path: AttributePath, attribute: Attribute): AttributePath =>
  attribute.type === 'complex' && attributeOf(attribute.of, 'value') ? [...path, 'value'] : path;

/** `name.familyName` and `emails.value` are parts of what stands before the dot. */
function splitPath(path: AttributePath, attribute: Attribute, schema: ResourceSchema): PatchPath {
  const inExtension = path[0] !== undefined && path[0] in schema.extensions;
  const top = path.slice(0, inExtension ? 2 : 1);
  if (top.length === path.length) return { path, attribute, filter: undefined, sub: undefined };
  const owner = attributeOf(inExtension ? schema.extensions[path[0]!] : schema.attributes, top.at(-1)!)!;
  return { path: top, attribute: owner, filter: undefined, sub: attribute };
}

/** What stands at a path of a value; lists are walked through. */
function valuesAt(value: unknown, path: AttributePath): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  return typeof value === 'object' && value !== null ? valuesAt(Reflect.get(value, name), rest) : [];
}

/** Whether a value meets a filter, as RFC 7644 3.4.2.2 compares. */
export function meets(value: unknown, filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
      return meets(value, filter.left) && meets(value, filter.right);
    case 'or':
      return meets(value, filter.left) || meets(value, filter.right);
    case 'not':
      return !meets(value, filter.of);
    case 'pr':
      return valuesAt(value, filter.path).some((one) => one !== '');
    case 'within':
      return valuesAt(value, filter.path).some((one) => meets(one, filter.of));
    default:
      return compares(valuesAt(value, filter.path), filter);
  }
}

function compares(found: readonly unknown[], { op, value, exact }: Extract<Filter, { value: FilterValue }>): boolean {
  if (value === null) return op === 'eq' ? found.length === 0 : op === 'ne' && found.length > 0;
  const plain = (one: unknown): string | number => (typeof one === 'number' ? one : exact ? String(one) : String(one).toLowerCase());
  const wanted = plain(value);
  if (op === 'ne') return !found.some((one) => plain(one) === wanted);
  return found.some((one) => holds(op, plain(one), wanted));
}

function holds(op: Comparison, left: string | number, right: string | number): boolean {
  switch (op) {
    case 'eq':
      return left === right;
    case 'co':
      return String(left).includes(String(right));
    case 'sw':
      return String(left).startsWith(String(right));
    case 'ew':
      return String(left).endsWith(String(right));
    case 'gt':
      return left > right;
    case 'ge':
      return left >= right;
    case 'lt':
      return left < right;
    default:
      return op === 'le' && left <= right;
  }
}
