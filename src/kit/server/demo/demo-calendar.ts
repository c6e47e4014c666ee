const dayMillis = 86_400_000;
const minuteMillis = 60_000;

/** Days of the history before the day of the start. */
const demoDays = 90;

/** The days on which a sample company works. */
export interface DemoCalendar {
  /** How many working days there are; the first is 90 days ago, whatever the day of the week. */
  readonly length: number;
  /** A moment of a working day, by the clock on the wall of a place so many hours east of Greenwich. */
  at(day: number, time: string, hoursEast?: number): number;
  /** So many minutes before the start of the product. */
  ago(minutes: number): number;
  /** Whole days between the beginning and a moment. */
  dayOf(moment: number): number;
}

/** The working days of the 90 days before a moment. */
export function demoCalendar(now: number): DemoCalendar {
  const today = Math.floor(now / dayMillis);
  const first = today - demoDays;
  // Saturday is day 2 since Thursday, 1 January 1970; today is left for what is counted back from now.
  const isWorkday = (day: number): boolean => ![2, 3].includes(day % 7);
  const days = Array.from({ length: demoDays }, (_, at) => first + at).filter((day) => day === first || isWorkday(day));
  return {
    length: days.length,
    at: (day, time, hoursEast = 0) => {
      const [hours = 0, minutes = 0] = time.split(':').map(Number);
      const date = days[Math.min(day, days.length - 1)] ?? first;
      return Math.min(date * dayMillis + (hours * 60 + minutes - hoursEast * 60) * minuteMillis, now - 70 * minuteMillis);
    },
    ago: (minutes) => now - minutes * minuteMillis,
    dayOf: (moment) => Math.floor(moment / dayMillis) - first,
  };
}
