/** Hours in which nothing is sent. */
export interface QuietSpan {
  readonly from: string;
  readonly to: string;
  readonly weekdays: readonly number[];
}

const dayMillis = 86_400_000;
const minuteMillis = 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, made);
  return made;
}

/** The wall clock of a zone at a moment, as milliseconds of a UTC that shows the same. An unknown zone is UTC. */
export function wallOf(at: number, zone: string): number {
  try {
    const parts = Object.fromEntries(
      formatOf(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, Number(value)]),
    );
    return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute'], parts['second']) + (at % 1000);
  } catch {
    return at;
  }
}

/** The moment at which the wall clock of a zone first shows this; where summer time leaves it out, what comes right after. */
export function momentOfWall(wall: number, zone: string): number {
  // Two rounds settle it but where the clock is turned; there the later moment is taken.
  let at = wall - (wallOf(wall, zone) - wall);
  at = wall - (wallOf(at, zone) - at);
  const missed = wall - wallOf(at, zone);
  return missed > 0 ? at + missed : at;
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** When the quiet hours end in which a moment lies in a zone; undefined outside of them. Spans that touch count as one. */
export function quietUntil(at: number, zone: string, spans: readonly QuietSpan[]): number | undefined {
  let end: number | undefined;
  // Each round passes one span; nobody has more of them than days.
  for (let round = 0; round < 20; round += 1) {
    const next = endOfSpan(end ?? at, zone, spans);
    if (next === undefined) return end;
    end = next;
  }
  return end;
}

function endOfSpan(at: number, zone: string, spans: readonly QuietSpan[]): number | undefined {
  const wall = wallOf(at, zone);
  const today = Math.floor(wall / dayMillis) * dayMillis;
  const ends = spans.flatMap(({ from, to, weekdays }) => {
    const [begins, stops] = [minutesOf(from) * minuteMillis, minutesOf(to) * minuteMillis];
    return [today - dayMillis, today].flatMap((day) => {
      const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
      const until = day + stops + (stops <= begins ? dayMillis : 0);
      return weekdays.includes(weekday) && wall >= day + begins && wall < until ? [momentOfWall(until, zone)] : [];
    });
  });
  const last = ends.length === 0 ? undefined : Math.max(...ends);
  return last === undefined || last <= at ? undefined : last;
}

/** When a plan made for the site's wall clock comes in somebody's own zone. */
export const planIn = (planAt: number, site: string, zone: string): number => momentOfWall(wallOf(planAt, site), zone);

/** The earliest moment at which any zone shows what the site's clock shows at the plan. */
export const earliestOf = (planAt: number, site: string): number => planIn(planAt, site, 'Pacific/Kiritimati');
