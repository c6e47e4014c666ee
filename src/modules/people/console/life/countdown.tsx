import { useState, type ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A moment, and how long it is until then while it has not come. */
export function Countdown({ at, open }: { at: number; open: boolean }): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  // It stands as it was when it was drawn: a list is read again often enough.
  const [now] = useState(() => Date.now());
  const left = at - now;
  const [unit, count] =
    left >= day
      ? (['life.days', Math.floor(left / day)] as const)
      : left >= hour
        ? (['life.hours', Math.floor(left / hour)] as const)
        : (['life.minutes', Math.max(1, Math.ceil(left / minute))] as const);
  return (
    <span className="ul-when">
      <time dateTime={new Date(at).toISOString()}>{timeText(at, language)}</time>
      {open && <small>{left > 0 ? t('life.in', { time: t(unit, { count }) }) : t('life.over')}</small>}
    </span>
  );
}
