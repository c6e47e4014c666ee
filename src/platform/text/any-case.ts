/** What a record holds under a name in whatever case; the very spelling goes first. */
export function anyCase<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  const found = record[name];
  if (found !== undefined) return found;
  let lower: string | undefined;
  // Names of other lengths are not looked at: records are asked for what they do not have a million times.
  for (const key in record)
    if (key.length === name.length && key.toLowerCase() === (lower ??= name.toLowerCase()) && Object.hasOwn(record, key))
      return record[key];
  return undefined;
}
