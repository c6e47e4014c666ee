import { fill } from '#kit/common/catalogs.ts';
import { timeText } from '#kit/common/date-text.ts';
import { pick, type Language } from '#kit/common/language.ts';
import type { WarningFact, WarningFacts } from '#kit/common/warning/warning-facts.ts';
import type { FactForm, KnownWarningKind } from './warning-kind.ts';

/** The fact in which a name is kept that the product says in the reader's language. */
export const nameFact = 'name';

interface Named {
  readonly object_name: string;
  readonly facts: WarningFacts;
}

/** Returns the name of an alert's object. */
export function objectNameIn({ object_name: kept, facts }: Named, language: Language): string {
  const name = facts[nameFact] ?? kept;
  return typeof name === 'object' ? pick(name, language) : kept;
}

/** All names of a warning's object. */
export function namesOfObject({ object_name: kept, facts }: Named): readonly string[] {
  const name = facts[nameFact] ?? kept;
  return typeof name === 'object' ? Object.values(name) : [kept];
}

/** Facts in one language, without the name. */
export const factsIn = (facts: WarningFacts, language: Language): Readonly<Record<string, string | number | boolean | null>> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      name === nameFact ? [] : [[name, typeof value === 'object' && value !== null ? pick(value, language) : value]],
    ),
  );

/** Returns the sentence of an alert: its kind's sentence with the object's name and its facts. */
export function warningSentence(
  kind: KnownWarningKind | undefined,
  warning: { kind: string; object_name: string; facts: WarningFacts },
  reader: { language: Language; timeZone?: string | undefined },
): string {
  const called = objectNameIn(warning, reader.language);
  if (!kind) return `${warning.kind}: ${called}`;
  const shown = Object.entries(warning.facts).map(([name, value]) => [name, factText(value, kind.facts?.[name], reader)]);
  return fill(kind.sentence[reader.language], { ...Object.fromEntries(shown), name: called });
}

/** A fact as people read it. */
export function factText(
  value: WarningFact,
  form: FactForm | undefined,
  { language, timeZone }: { language: Language; timeZone?: string | undefined },
): string {
  if (typeof value === 'object' && value !== null) return pick(value, language);
  if (typeof value !== 'number') return value === null ? '–' : (form?.words?.[String(value)]?.[language] ?? String(value));
  const shape = form?.as;
  const locale = language.replace('_', '-');
  if (shape === 'time') return timeText(value, language, timeZone);
  if (shape === 'percent') return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)} %`;
  if (shape === 'bytes') return bytesText(value, locale);
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
}

function bytesText(value: number, locale: string): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value / 1024 ** step)} ${units[step]}`;
}
