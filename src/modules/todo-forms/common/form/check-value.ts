import type { FormIssue, FormIssueKey } from './evaluate.types.ts';
import { PatternMistake, readPattern } from './pattern.ts';
import { isDay, isEmpty, isMoment, isObject } from './values.ts';
import type { FieldType, FormColumn, FormField, FormOption, FormValue } from './version.ts';

/** Fields whose value nobody enters. */
export const isComputed = (type: FieldType): boolean => type === 'formula' || type === 'static' || type === 'link';

/** Longest texts, where a field says none. */
const usualLength: Partial<Record<FieldType, number>> = { text: 200, multiline: 4000, url: 1000, email: 254, phone: 30, scan: 1000 };
const mostFiles = 20;
const emailPattern = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
const phonePattern = /^[+\d][\d\s()-]{2,29}$/;
const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isNamed = (value: unknown): boolean => isText(value) || (isObject(value) && isText(value['id']));
const isFile = (value: unknown): boolean => isObject(value) && isText(value['fileId']);
const isUrl = (value: unknown): boolean => {
  if (!isText(value) || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:';
};

const shapes: Record<FieldType, (value: unknown) => boolean> = {
  text: isText,
  multiline: isText,
  number: isNumber,
  money: isNumber,
  rating: isNumber,
  date: isDay,
  time: (value) => isText(value) && clockPattern.test(value),
  datetime: isMoment,
  dateRange: (value) => isObject(value) && [value['from'], value['to']].every((one) => isEmpty(one) || isDay(one)),
  select: isText,
  multiSelect: (value) => Array.isArray(value) && value.every(isText),
  switch: (value) => typeof value === 'boolean',
  employee: isNamed,
  department: isNamed,
  phone: (value) => isText(value) && phonePattern.test(value),
  email: (value) => isText(value) && emailPattern.test(value),
  url: isUrl,
  file: (value) => Array.isArray(value) && value.every(isFile),
  picture: (value) => Array.isArray(value) && value.every(isFile),
  location: (value) =>
    isObject(value) && isNumber(value['lat']) && isNumber(value['lng']) && Math.abs(value['lat']) <= 90 && Math.abs(value['lng']) <= 180,
  signature: isFile,
  scan: isText,
  table: (value) => Array.isArray(value) && value.every(isObject),
  formula: () => true,
  static: () => true,
  link: () => true,
};

/** Whether a value has the shape of a field's type. */
export const hasShape = (type: FieldType, value: FormValue): boolean => isEmpty(value) || shapes[type](value);

const patterns = new Map<string, ((text: string) => boolean) | null>();
/** Reads a pattern once; one that can't be read lets everything through, and is a problem of the draft. */
function patternOf(source: string): ((text: string) => boolean) | null {
  const known = patterns.get(source);
  if (known !== undefined) return known;
  let read: ((text: string) => boolean) | null = null;
  try {
    read = readPattern(source);
  } catch (error) {
    if (!(error instanceof PatternMistake)) throw error;
  }
  if (patterns.size > 1000) patterns.clear();
  patterns.set(source, read);
  return read;
}

/** What is wrong with a value that is there: its type, its limits, its choices. Rows of tables are looked at by their columns. */
export function issuesOf(
  field: FormField,
  value: FormValue,
  { path, options }: { path: string; options: readonly FormOption[] },
): FormIssue[] {
  if (isEmpty(value) || isComputed(field.type)) return [];
  const issue = (key: FormIssueKey, params?: FormIssue['params']): FormIssue[] => [{ path, key, ...(params && { params }) }];
  if (!shapes[field.type](value)) return issue('type');
  if (isText(value)) {
    const wrong = wrongText(field, value);
    if (wrong) return issue(...wrong);
  }
  if (isNumber(value)) {
    const wrong = wrongNumber(field, value);
    if (wrong) return issue(...wrong);
  }
  if (Array.isArray(value)) {
    const { minLength = 0, maxLength = field.type === 'table' ? (field.maxRows ?? 200) : field.type === 'multiSelect' ? 500 : mostFiles } =
      field;
    if (value.length > maxLength) return issue('tooMany', { max: maxLength });
    if (value.length < minLength) return issue('tooFew', { min: minLength });
  }
  const isClosed = field.options !== undefined || options.length > 0;
  if ((field.type === 'select' || field.type === 'multiSelect') && isClosed) {
    const known = new Set(options.map((option) => option.value));
    if ([value].flat().some((one) => !isText(one) || !known.has(one))) return issue('option');
  }
  if (field.type === 'table' && Array.isArray(value))
    return value.flatMap((row, index) => (isObject(row) ? rowIssues(field, row, `${path}.${index}`) : []));
  return [];
}

type Wrong = [FormIssueKey, Record<string, string | number>?];

function wrongText(field: FormColumn, value: string): Wrong | undefined {
  const { minLength = 0, maxLength = usualLength[field.type] ?? 1000, pattern } = field;
  if (value.length > maxLength) return ['tooLong', { max: maxLength }];
  if (value.length < minLength) return ['tooShort', { min: minLength }];
  return pattern !== undefined && patternOf(pattern)?.(value) === false ? ['pattern'] : undefined;
}

function wrongNumber(field: FormColumn, value: number): Wrong | undefined {
  const { min = field.type === 'rating' ? 0 : undefined, max = field.type === 'rating' ? 5 : undefined } = field;
  if (min !== undefined && value < min) return ['tooSmall', { min }];
  if (max !== undefined && value > max) return ['tooLarge', { max }];
  const decimals = field.decimals ?? (field.type === 'money' ? 2 : undefined);
  if (decimals !== undefined && Number(value.toFixed(decimals)) !== value) return ['decimals', { max: decimals }];
  return undefined;
}

/** What is wrong in a row of a table. */
function rowIssues(field: FormField, row: Readonly<Record<string, FormValue>>, path: string): FormIssue[] {
  return (field.columns ?? []).flatMap((column) => {
    const value = row[column.code] ?? null;
    const place = `${path}.${column.code}`;
    if (column.required === true && !isComputed(column.type) && isEmpty(value)) return [{ path: place, key: 'required' as const }];
    return issuesOf(column, value, { path: place, options: column.options ?? [] });
  });
}
