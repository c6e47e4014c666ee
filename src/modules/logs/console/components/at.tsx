import type { ReactElement } from 'react';
import { useTimeText } from './use-time-text.ts';

/** A moment with minutes, in the zone in which the logs are read. */
export function At({ at }: { at: number }): ReactElement {
  const timeText = useTimeText();
  return <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>;
}

/** What stands in a cell or fact that may have no moment. */
export const atOf = (at: number | null): ReactElement | null => (at === null ? null : <At at={at} />);
