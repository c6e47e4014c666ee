const dayMillis = 86_400_000;
const han: Readonly<Record<string, number>> = { 〇: 0, 零: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };

/** A number as people write it: digits, or Han numerals up to 9,999; undefined where there is none. */
export function numberIn(text: string): number | undefined {
  const digits = /-?\d+(?:[.,]\d{3})*(?:\.\d+)?/.exec(text.replace(/(\d),(?=\d{3}\b)/g, '$1'));
  if (digits) return Number(digits[0]);
  const words = /[〇零一二两三四五六七八九十百千]+/.exec(text);
  return words ? hanNumber(words[0]) : undefined;
}

function hanNumber(text: string): number {
  const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
  let [total, digit] = [0, 0];
  for (const one of text) {
    if (one in units) {
      total += (digit || 1) * units[one]!;
      digit = 0;
    } else digit = han[one]!;
  }
  return total + digit;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

const near: readonly (readonly [RegExp, number])[] = [
  [/大后天|in three days|しあさって/, 3],
  [/后天|day after tomorrow|明後日|あさって/, 2],
  [/明天|明日|tomorrow|あした/, 1],
  [/前天|day before yesterday|一昨日|おととい/, -2],
  [/昨天|昨日|yesterday|きのう/, -1],
  [/今天|今日|today|きょう/, 0],
];
const weekdays: readonly RegExp[] = [
  /(?:周|星期|礼拜)[日天]|sunday|日曜/,
  /(?:周|星期|礼拜)一|monday|月曜/,
  /(?:周|星期|礼拜)二|tuesday|火曜/,
  /(?:周|星期|礼拜)三|wednesday|水曜/,
  /(?:周|星期|礼拜)四|thursday|木曜/,
  /(?:周|星期|礼拜)五|friday|金曜/,
  /(?:周|星期|礼拜)六|saturday|土曜/,
];

/** A calendar day that exists, of a year within a thousand of now; undefined for 30 February. */
function realDay(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? dayText(at.getTime()) : undefined;
}

/** The day that a text names, on the calendar of the wall clock (milliseconds of a UTC that shows the same): 2026-03-01, 3月1日, tomorrow, next Monday. */
export function dayIn(text: string, wall: number): string | undefined {
  const said = text.toLowerCase();
  const full = /(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})/.exec(said);
  if (full) return realDay(Number(full[1]), Number(full[2]), Number(full[3]));
  const now = new Date(wall);
  const short = /(?<!\d)(\d{1,2})\s*[月/]\s*(\d{1,2})(?!\d)/.exec(said);
  if (short) {
    const [month, day] = [Number(short[1]), Number(short[2])];
    const thisYear = realDay(now.getUTCFullYear(), month, day);
    // A day that is long over is that of the next year.
    return thisYear !== undefined && thisYear < dayText(wall - 180 * dayMillis) ? realDay(now.getUTCFullYear() + 1, month, day) : thisYear;
  }
  const found = near.find(([word]) => word.test(said));
  if (found) return dayText(wall + found[1] * dayMillis);
  const weekday = weekdays.findIndex((word) => word.test(said));
  if (weekday < 0) return undefined;
  // Weeks begin on Monday; a bare weekday is the next one to come.
  const today = (now.getUTCDay() + 6) % 7;
  const wanted = (weekday + 6) % 7;
  if (/下周|下星期|下礼拜|next|来週/.test(said)) return dayText(wall + (7 - today + wanted) * dayMillis);
  return dayText(wall + ((wanted - today + 7) % 7) * dayMillis);
}

/** Two days that a text names, the earlier first; one day twice where it names one. */
export function daysIn(text: string, wall: number): { from: string; to: string } | undefined {
  const parts = text.split(/\s*(?:到|至|~|～|—|–|から|\bto\b|\buntil\b|\bthrough\b)\s*|\s+-\s+/i).filter((part) => part.trim() !== '');
  const days = parts.slice(0, 2).map((part) => dayIn(part, wall));
  const [one, other = one] = days;
  if (one === undefined || other === undefined) return undefined;
  return one <= other ? { from: one, to: other } : { from: other, to: one };
}

/** The time of day that a text names, HH:MM: 15:30, 3pm, 下午3点半, 15時. */
export function timeIn(text: string): string | undefined {
  const said = text.normalize('NFKC').toLowerCase();
  const found = /(\d{1,2})\s*(?:[:点时時]\s*(\d{1,2})?(半|一刻|三刻)?)?\s*(am|pm|a\.m\.|p\.m\.)?/.exec(said);
  if (!found) return undefined;
  const [, hours, minutes, part, half] = found;
  const quarter = part === '半' ? 30 : part === '一刻' ? 15 : part === '三刻' ? 45 : Number(minutes ?? 0);
  const isLate = /下午|晚上|傍晚|午後/.test(said) || half?.startsWith('p') === true;
  const isEarly = half?.startsWith('a') === true;
  let hour = Number(hours);
  if (isLate && hour < 12) hour += 12;
  if (isEarly && hour === 12) hour = 0;
  const isTime = found[0].trim().length > String(hours).length || isLate || isEarly;
  return isTime && hour < 24 && quarter < 60 ? `${pad(hour)}:${pad(quarter)}` : undefined;
}

/** Yes, no, or neither. */
export function yesNoIn(text: string): boolean | undefined {
  const said = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();
  if (
    /^(?:是|是的|好|好的|对|对的|可以|行|确认|确定|没问题|嗯|要|需要|yes|y|ok|okay|sure|confirm|yep|はい|ok です|お願いします|うん|確認)$/.test(
      said,
    )
  )
    return true;
  if (/^(?:不|不是|不对|不行|否|不用|不要|不需要|取消|no|n|nope|cancel|いいえ|いや|不要です|キャンセル)$/.test(said)) return false;
  return undefined;
}

/** Whether somebody wants out of what was begun. */
export const isCancel = (text: string): boolean =>
  /^(?:取消|算了|不办了|退出|cancel|never mind|nevermind|quit|stop|キャンセル|やめる|やめて|中止)$/.test(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim(),
  );

/** Whether somebody wants to answer the question before again. */
export const isBack = (text: string): boolean =>
  /^(?:返回|上一步|后退|back|previous|go back|戻る|前に戻る)$/.test(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s\p{P}]+/gu, ' ')
      .trim(),
  );
