/** Fills `{sysCode}` from the values and takes it out of them: an address with what is left for query or body. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...values };
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`The address ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  return { path: filled, rest };
}

/** A query string: arrays as repeated keys, objects as JSON, nothing for undefined and null. Starts with `?` unless empty. */
export function queryOf(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
    }
  }
  const query = search.toString();
  return query ? `?${query}` : '';
}
