/** A value to write: a Date is a moment, shown in the sheet's time zone; `day` is a calendar day (yyyy-mm-dd) without a zone. */
export type Cell = string | number | boolean | bigint | Date | { readonly day: string } | null | undefined;

/** A row that was read: its number from 1 as a person sees it, and its cells as text, '' when empty; trailing empty cells are left out. */
export interface ReadRow {
  readonly row: number;
  readonly cells: string[];
}

/** Rows of an Excel sheet and the longest text of its cells. */
export const sheetLimits = { rows: 1_048_576, columns: 16_384, cell: 32_767 };

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');

/** Characters of one row of a csv, far more than any row that means something: what reads a row whole must not drown in it. */
export const maxLine = 1_048_576;

/** Milliseconds between UTC and a time zone's wall clock at a moment; the zone's rules are asked once an hour of the data. */
export function zoneOffset(timeZone: string): (moment: number) => number {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (moment) => {
    // No zone changes its clock within a quarter of an hour.
    const slot = Math.floor(moment / 900_000);
    const cached = known.get(slot);
    if (cached !== undefined) return cached;
    const start = slot * 900_000;
    const part = Object.fromEntries(format.formatToParts(start).map((one) => [one.type, Number(one.value)]));
    const wall = Date.UTC(
      part['year'] ?? 0,
      (part['month'] ?? 1) - 1,
      part['day'] ?? 1,
      part['hour'] ?? 0,
      part['minute'] ?? 0,
      part['second'] ?? 0,
    );
    if (known.size > 10_000) known.clear();
    known.set(slot, wall - start);
    return wall - start;
  };
}

/** A wall-clock moment (ms as if UTC) as `yyyy-mm-dd hh:mm:ss`. */
export function wallText(wall: number): string {
  const at = new Date(wall);
  return `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`;
}
