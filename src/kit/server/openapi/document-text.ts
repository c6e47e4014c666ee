import type { OpenApiDocument } from './document.ts';

/** A description as text with one operation or one shared part a line, so that a change of a contract is a change of one line. */
export function textOfDocument({ paths, components, ...head }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([address, methods]) => [[address, linesOf(methods)] as const]);
  return objectOf([
    ...Object.entries(head).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    ['paths', objectOf(operations.map(([address, lines]) => [address, `{${lines.join(',\n')}}`]))],
    ['components', objectOf(Object.entries(components).map(([key, parts]) => [key, objectOf(textsOf(parts))]))],
  ]).concat('\n');
}

const linesOf = (parts: Record<string, unknown>): string[] => textsOf(parts).map(([key, text]) => `${JSON.stringify(key)}:${text}`);

const textsOf = (parts: Record<string, unknown>): [string, string][] =>
  Object.entries(parts).map(([key, value]) => [key, JSON.stringify(value)]);

const objectOf = (entries: readonly (readonly [string, string])[]): string =>
  `{\n${entries.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',\n')}\n}`;
