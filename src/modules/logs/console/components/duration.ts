import type { Language } from '#kit/common/language.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in its two largest units: `3 hr 12 min`. */
export function durationText(millis: number, language: Language): string {
  const tag = language.replace('_', '-');
  let rest = Math.max(1_000, millis);
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count)];
  });
  return parts.slice(0, 2).join(' ');
}
