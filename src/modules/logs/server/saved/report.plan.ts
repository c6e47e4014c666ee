import { reportHour, type Schedule } from '../../common/saved/report.contract.ts';

/** The last moment at or before `now` at which a report was due, by the server's clock: each morning, on Mondays, on the first of a month. */
export function lastDue(schedule: Schedule, now: number): number {
  const moment = new Date(now);
  moment.setHours(reportHour, 0, 0, 0);
  if (schedule === 'monthly') {
    moment.setDate(1);
    if (moment.getTime() > now) moment.setMonth(moment.getMonth() - 1);
    return moment.getTime();
  }
  const isDay = (): boolean => schedule === 'daily' || moment.getDay() === 1;
  while (moment.getTime() > now || !isDay()) moment.setDate(moment.getDate() - 1);
  return moment.getTime();
}

/** The moment after it. */
export function nextDue(schedule: Schedule, now: number): number {
  return stepped(new Date(lastDue(schedule, now)), schedule, 1).getTime();
}

/** What a report is about that is due at this moment: the whole day, the seven days or the whole month before its day. */
export function spanOf(schedule: Schedule, due: number): { from: number; to: number } {
  const end = new Date(due);
  end.setHours(0, 0, 0, 0);
  const to = end.getTime() - 1;
  return { from: stepped(end, schedule, -1).getTime(), to };
}

/** Beginnings of the hours of a day, or of the days of a longer time, that such a report is about. */
export function piecesOf(schedule: Schedule, due: number): number[] {
  const { from, to } = spanOf(schedule, due);
  const starts: number[] = [];
  for (const moment = new Date(from); moment.getTime() <= to;) {
    starts.push(moment.getTime());
    // By the clock a day has 23 hours sometimes, and each hour is a real one.
    if (schedule === 'daily') moment.setTime(moment.getTime() + 3_600_000);
    else moment.setDate(moment.getDate() + 1);
  }
  return starts;
}

function stepped(moment: Date, schedule: Schedule, by: 1 | -1): Date {
  if (schedule === 'monthly') moment.setMonth(moment.getMonth() + by);
  else moment.setDate(moment.getDate() + by * (schedule === 'weekly' ? 7 : 1));
  return moment;
}

/** A day of the server's clock. */
export function dayText(at: number): string {
  const moment = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
