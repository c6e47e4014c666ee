import type { Document, Node } from 'yaml';
import type { Json } from '#kit/server/change/kind.ts';
import { bundleLimits } from '../common/config-facts.ts';

/** Why a file can't be read, and where. `why` is a key of the texts `unreadable.*`. */
export class Unreadable extends Error {
  readonly file: string;
  readonly line: number;
  readonly why: string;
  readonly detail: string;

  constructor(file: string, line: number, why: string, detail = '') {
    super(`${file}:${line} ${why} ${detail}`);
    this.file = file;
    this.line = line;
    this.why = why;
    this.detail = detail;
  }
}

/** The value with its keys in order, at every depth: the same state is always the same text. */
function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (!value || typeof value !== 'object') return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, ordered(value[name] ?? null)]));
}

/** Writes a value as YAML 1.2: keys in order, two spaces, no folding, LF. */
export async function writeYaml(value: Json): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(ordered(value), { aliasDuplicateObjects: false, lineWidth: 0, indent: 2, version: '1.2', schema: 'core' });
}

/** Reads YAML of the core schema. Anchors, aliases, tags, several documents, doubled keys and deep nesting are refused, at their line. */
export async function readYaml(file: string, text: string): Promise<Json> {
  const { LineCounter, parseDocument, visit, isMap, isAlias } = await import('yaml');
  const lines = new LineCounter();
  const lineAt = (offset: number | undefined): number => lines.linePos(offset ?? 0).line || 1;
  assertShallow(file, text);
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      lineCounter: lines,
      schema: 'core',
      version: '1.2',
      strict: true,
      uniqueKeys: true,
      merge: false,
      prettyErrors: false,
    });
  } catch {
    throw new Unreadable(file, 1, 'yaml');
  }
  const [error] = [...document.errors, ...document.warnings];
  if (error) throw new Unreadable(file, lineAt(error.pos[0]), error.code === 'TAG_RESOLVE_FAILED' ? 'tag' : 'yaml', error.code);
  visit(document, (_key, found, path) => {
    const node = found as Node & { tag?: string; anchor?: string };
    const line = lineAt(node?.range?.[0]);
    if (isAlias(found)) throw new Unreadable(file, line, 'alias');
    if (node?.anchor) throw new Unreadable(file, line, 'anchor');
    if (node?.tag && !node.tag.startsWith('tag:yaml.org,2002:')) throw new Unreadable(file, line, 'tag', node.tag);
    if (path.length > bundleLimits.depth * 2) throw new Unreadable(file, line, 'deep');
    if (isMap(found))
      for (const { key } of found.items) if (forbidden.has(String(key))) throw new Unreadable(file, line, 'key', String(key));
  });
  if (!isMap(document.contents)) throw new Unreadable(file, 1, 'map');
  return document.toJS({ maxAliasCount: 0 }) as Json;
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/** Brackets deeper than any file of ours needs never reach the parser, whose stack they would fill. */
function assertShallow(file: string, text: string): void {
  let depth = 0;
  let line = 1;
  for (const sign of text) {
    if (sign === '\n') line += 1;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    if (depth > 200) throw new Unreadable(file, line, 'deep');
  }
  for (const [index, row] of text.split('\n').entries())
    if (/^( *)/.exec(row)![1]!.length > 400) throw new Unreadable(file, index + 1, 'deep');
}
