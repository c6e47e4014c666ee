import { fill } from '#kit/common/catalogs.ts';
import type { Language } from '#kit/common/language.ts';
import type { FactShape, WarningFacts } from '#kit/common/warning/warning-facts.ts';
import type { KnownWarningKind } from './warning-kind.ts';

/** What a warning says: its kind's sentence with the object's name and its facts. */
export function warningSentence(
  kind: KnownWarningKind | undefined,
  warning: { kind: string; object_name: string; facts: WarningFacts },
  reader: { language: Language; timeZone?: string | undefined },
): string {
  if (!kind) return `${warning.kind}: ${warning.object_name}`;
  const shown = Object.entries(warning.facts).map(([name, value]) => [name, factText(value, kind.facts?.[name]?.as, reader)]);
  return fill(kind.sentence[reader.language], { ...Object.fromEntries(shown), name: warning.object_name });
}

/** A fact as people read it. */
export function factText(
  value: string | number | boolean | null,
  shape: FactShape | undefined,
  { language, timeZone }: { language: Language; timeZone?: string | undefined },
): string {
  if (typeof value !== 'number') return value === null ? '–' : String(value);
  const locale = language.replace('_', '-');
  if (shape === 'time')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) }).format(value);
  if (shape === 'percent') return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} %`;
  if (shape === 'bytes') return bytesText(value, locale);
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

function bytesText(value: number, locale: string): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value / 1024 ** step)} ${units[step]}`;
}
