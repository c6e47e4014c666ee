import type { Definition } from '../common/definition.ts';

/** A field in which two versions differ. */
export interface Difference {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A definition as lines `path: value`; long texts (SQL, JSONata, templates) by their lines. */
function linesOf(value: unknown, path = ''): Map<string, string> {
  const lines = new Map<string, string>();
  const add = (inner: unknown, at: string): void => {
    for (const [key, text] of linesOf(inner, at)) lines.set(key, text);
  };
  if (Array.isArray(value)) {
    for (const [index, inner] of value.entries()) {
      const name = typeof inner === 'object' && inner !== null && 'name' in inner ? String(inner.name) : String(index + 1);
      add(inner, `${path}[${name}]`);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) add(inner, path === '' ? key : `${path}.${key}`);
  } else if (typeof value === 'string' && value.includes('\n')) {
    for (const [index, line] of value.split('\n').entries()) lines.set(`${path}:${index + 1}`, line);
  } else if (value !== undefined) lines.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  return lines;
}

/** What differs, field by field and line by line. */
export function differencesOf(before: Definition, after: Definition): Difference[] {
  const [one, other] = [linesOf(before), linesOf(after)];
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return paths.flatMap((path) => {
    const [left, right] = [one.get(path) ?? null, other.get(path) ?? null];
    return left === right ? [] : [{ path, before: left, after: right }];
  });
}

/** What of a change breaks who calls: parameters that became required, methods and fields of the answer that are gone. */
export function breakingBetween(before: Definition, after: Definition): string[] {
  const known = new Map(before.params.map((param) => [param.name, param]));
  const needed = after.params.filter(
    ({ name, required, from }) => required && !known.get(name)?.required && ['query', 'body', 'header'].includes(from),
  );
  const typed = after.params.filter(({ name, type }) => known.has(name) && known.get(name)!.type !== type);
  const methods = before.methods.filter((method) => !after.methods.includes(method));
  const rows = (one: Definition): Set<string> => new Set(one.answerMap.rows.map(({ to }) => to));
  const [had, has] = [rows(before), rows(after)];
  const gone = has.size === 0 ? [] : [...had].filter((name) => !has.has(name));
  return [
    ...needed.map(({ name }) => `params.${name}: required`),
    ...typed.map(({ name, type }) => `params.${name}: ${type}`),
    ...methods.map((method) => `methods: ${method}`),
    ...gone.map((name) => `answer.${name}`),
    ...(before.answer === after.answer ? [] : [`answer: ${after.answer}`]),
  ];
}
