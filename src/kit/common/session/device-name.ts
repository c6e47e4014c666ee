const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[^ ]* Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Browser with its version and system out of a user agent, in the names people know; the beginning of the text itself when it is neither. */
export function deviceOf(userAgent: string): string {
  const [mark, browser] = browsers.find(([one]) => one.test(userAgent)) ?? [];
  const version = mark?.exec(userAgent)?.[1];
  const system = systems.find(([one]) => one.test(userAgent))?.[1];
  const known = [browser && [browser, version].filter(Boolean).join(' '), system].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : userAgent.slice(0, 60) || '—';
}
