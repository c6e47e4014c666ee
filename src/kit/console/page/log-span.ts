const hour = 3_600_000;

/** Spans up to now that a log is looked through by, in hours, the shortest first. */
export const spanHours = [1, 24, 24 * 7, 24 * 30, 24 * 365] as const;

/** A span of a log: so many hours up to now, everything, or two moments of one's own. */
export type LogSpan = { readonly hours: number } | 'all' | 'own';

interface SpanFacts {
  /** What the filter says. */
  from: unknown;
  to: unknown;
  /** What the server looked through, where it says so. */
  searched: { readonly from: number; readonly to: number } | undefined;
  now: number;
}

/** Which span is searched: what was chosen, else what the server looks through by itself. */
export function spanOf({ from, to, searched, now }: SpanFacts): LogSpan {
  if (to !== undefined) return 'own';
  if (from === 0) return 'all';
  if (typeof from === 'number') return upToNow(now - from);
  if (searched === undefined || searched.from <= 0) return 'all';
  return upToNow(searched.to - searched.from);
}

/** One of the usual spans, as long as it is still one: what was opened an hour ago is no longer the last hour. */
function upToNow(millis: number): LogSpan {
  const hours = spanHours.find((one) => Math.abs(millis - one * hour) <= Math.max(one * hour * 0.02, 120_000));
  return hours === undefined ? 'own' : { hours };
}

/** The filters that search a span; where a log looks at everything unless told, everything is no filter. */
export function filtersOf(span: Exclude<LogSpan, 'own'>, now: number, isLimited: boolean): { from: number | undefined; to: undefined } {
  if (span === 'all') return { from: isLimited ? 0 : undefined, to: undefined };
  return { from: now - span.hours * hour, to: undefined };
}

/** The spans that reach further back than one: what an empty log offers. */
export function widerThan(span: LogSpan): LogSpan[] {
  if (span === 'all') return [];
  const least = span === 'own' ? 24 * 7 : span.hours + 1;
  return [
    ...spanHours
      .filter((one) => one >= Math.max(least, 24 * 30))
      .slice(0, 1)
      .map((hours) => ({ hours })),
    'all',
  ];
}
