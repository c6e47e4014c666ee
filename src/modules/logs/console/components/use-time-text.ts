import { useCallback } from 'react';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { timeText } from '#kit/console/table/formats.ts';
import { useUtc } from './use-utc.ts';

/** A moment with minutes in the reader's language, in the zone in which the logs are read. */
export function useTimeText(): (at: number) => string {
  const [language] = useLanguage();
  const [inUtc] = useUtc();
  return useCallback((at: number) => (inUtc ? `${timeText(at, language, 'UTC')} UTC` : timeText(at, language)), [language, inUtc]);
}
