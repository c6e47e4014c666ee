const patterns = new Map<string, ((text: string) => boolean) | undefined>();

/** A typed expression that matches a whole text in time linear to it (RE2); undefined for what is none. */
export async function numberPattern(format: string): Promise<((text: string) => boolean) | undefined> {
  if (patterns.has(format)) return patterns.get(format);
  const { RE2JS } = await import('re2js');
  // Few are ever in use; a clean start is cheaper than knowing which.
  if (patterns.size > 100) patterns.clear();
  try {
    const compiled = RE2JS.compile(format);
    patterns.set(format, (text) => compiled.matches(text));
  } catch {
    patterns.set(format, undefined);
  }
  return patterns.get(format);
}
