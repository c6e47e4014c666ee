/** A description of calls, or a part of it, with what its references name in their place; `{ self: true }` where a schema contains itself. */
export function writtenOut(part: unknown, document: unknown, inside: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((one) => writtenOut(one, document, inside));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref: ref, ...rest } = part as Record<string, unknown>;
  if (typeof ref === 'string') {
    if (inside.includes(ref)) return { self: true };
    if (Object.keys(rest).length > 0) throw new Error(`Something stands beside the reference to ${ref}`);
    return writtenOut(named(ref, document), document, [...inside, ref]);
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, writtenOut(value, document, inside)]));
}

function named(ref: string, document: unknown): unknown {
  const found = ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), document);
  if (found === undefined) throw new Error(`Nothing is called ${ref}`);
  return found;
}
