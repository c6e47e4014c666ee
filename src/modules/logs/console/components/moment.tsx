import { useEffect, useState, type ReactElement } from 'react';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { exactTimeText } from '#kit/console/table/formats.ts';
import { useUtc } from './use-utc.ts';

const minuteMillis = 60_000;
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', minuteMillis],
];

/** A moment to the second in the reader's zone, with how long ago it was; `utc` says it in UTC too. */
export function Moment({ at, utc }: { at: number; utc?: true }): ReactElement {
  const [language] = useLanguage();
  const now = useNow();
  const [inUtc] = useUtc();
  const tag = language.replace('_', '-');
  const text = exactTimeText(at, language, inUtc ? 'UTC' : undefined);
  const iso = new Date(at).toISOString();
  return (
    <time className="wl-moment" dateTime={iso} title={iso}>
      {text}
      {inUtc && ' UTC'} <small className="wl-soft">{utc ? iso : agoText(now - at, tag)}</small>
    </time>
  );
}

function agoText(millis: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  const [unit, length] = units.find(([, one]) => millis >= one) ?? (['second', 1000] as const);
  return format.format(-Math.max(0, Math.floor(millis / length)), unit);
}

/** The present moment, again every minute. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMillis);
    return () => clearInterval(timer);
  }, []);
  return now;
}
