import type { MappingRow } from '../../common/source-parts.ts';
import type { TransformTools } from './transforms.ts';

/** Loads what the transforms of these rows need: most mappings need neither. */
export async function toolsFor(rows: readonly MappingRow[]): Promise<TransformTools> {
  const used = new Set(rows.flatMap(({ transforms }) => transforms.map((one) => one.do)));
  const [matcher, phone] = await Promise.all([used.has('regex') ? loadMatcher() : undefined, used.has('phone') ? loadPhone() : undefined]);
  return { ...(matcher && { matcher }), ...(phone && { phone }) };
}

async function loadMatcher(): Promise<NonNullable<TransformTools['matcher']>> {
  const { RE2JS } = await import('re2js');
  return (pattern) => {
    const compiled = RE2JS.compile(pattern);
    return (text) => {
      const found = compiled.matcher(text);
      if (!found.find()) return undefined;
      return (found.groupCount() > 0 ? found.group(1) : found.group()) ?? undefined;
    };
  };
}

async function loadPhone(): Promise<NonNullable<TransformTools['phone']>> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  return (text, region) => {
    if (!isSupportedCountry(region)) return undefined;
    const found = parsePhoneNumberFromString(text.normalize('NFKC'), region);
    return found?.isPossible() ? found.number : undefined;
  };
}

/** Whether a pattern is one of RE2: what only a backtracking engine could match is none. */
export async function isPattern(pattern: string): Promise<boolean> {
  try {
    (await loadMatcher())(pattern);
    return true;
  } catch {
    return false;
  }
}
