import { siteZone } from '#modules/people/server/public.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Five past midnight of the next day where the server is: when rules with days are looked at again. Also over a change of the clocks. */
export function nextFlipAt(now: number): number {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: siteZone(), dateStyle: 'short' });
  const today = day.format(now);
  // The next day begins somewhere within 26 hours, on a quarter of an hour in every zone there is.
  let at = Math.floor(now / (15 * minute)) * 15 * minute;
  while (day.format(at) === today && at < now + 26 * hour) at += 15 * minute;
  return at + 5 * minute;
}
