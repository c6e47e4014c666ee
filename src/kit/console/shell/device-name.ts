const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Browser and system out of a user agent, in the names people know; the beginning of the text itself when it is neither. */
export function deviceOf(userAgent: string): string {
  const known = [browsers, systems].flatMap((list) => list.find(([mark]) => mark.test(userAgent))?.[1] ?? []);
  return known.length > 0 ? known.join(' · ') : userAgent.slice(0, 40) || '—';
}
