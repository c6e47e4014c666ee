import type { Fields } from '#kit/server/change/kind.ts';
import { clock } from '#platform/clock.ts';
import { dayIn } from './life-day.ts';

/** Whether somebody with these fields begins on a day that has not come where they are. */
export function isAhead(fields: Fields): boolean {
  const zone = typeof fields['timeZone'] === 'string' ? fields['timeZone'] : null;
  return typeof fields['hireDate'] === 'string' && fields['hireDate'] > dayIn(zone, clock.now());
}

/** New people begin on their first day: until then they are pending. */
export const withJoining = (fields: Fields): Fields => (isAhead(fields) ? { ...fields, status: 'pending' } : fields);
