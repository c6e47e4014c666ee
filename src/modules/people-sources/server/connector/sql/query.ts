import type { SqlSourceConfig } from '../../../common/config/sql.ts';
import { SourceFailure } from '../connector.ts';

type Database = SqlSourceConfig['database'];

/** A statement with its values, as the driver of a database takes it. */
export interface Bound {
  readonly text: string;
  readonly values: readonly string[];
}

/** A query that was looked at: one SELECT, whose places for the mark are known. */
export interface Query {
  readonly hasMark: boolean;
  /** With the mark in its places. */
  bind(mark: string): Bound;
  /** As it is; it must have no mark. */
  readonly plain: Bound;
}

/** One piece of a statement: what is quoted or a remark says nothing. */
type Piece = { kind: 'word' | 'sign' | 'mark' | 'space' | 'quoted'; text: string };

/** Ends of what is quoted, by how it begins; a missing end takes the rest of the text. */
function quotedEnd(text: string, at: number, database: Database): number | undefined {
  const sign = text[at];
  const isMysql = database === 'mysql';
  if (sign === "'" || sign === '"' || (sign === '`' && isMysql)) return closing(text, at, isMysql ? sign !== '`' : isEscaping(text, at));
  const dollar = isMysql ? null : /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/.exec(text.slice(at, at + 70));
  if (!dollar) return undefined;
  const end = text.indexOf(dollar[0], at + dollar[0].length);
  return end < 0 ? text.length + 1 : end + dollar[0].length;
}

/** PostgreSQL takes a backslash for an escape only in E'…'. */
const isEscaping = (text: string, at: number): boolean => text[at] === "'" && /(?:^|[^\w$])e$/i.test(text.slice(Math.max(0, at - 2), at));

function closing(text: string, from: number, escapes: boolean): number {
  const sign = text[from]!;
  for (let at = from + 1; at < text.length; at += 1) {
    if (escapes && text[at] === '\\') at += 1;
    else if (text[at] === sign && text[at + 1] === sign) at += 1;
    else if (text[at] === sign) return at + 1;
  }
  return text.length + 1;
}

/** Where a remark ends; undefined for none. */
function remarkEnd(text: string, at: number, database: Database): number | undefined {
  const rest = text.slice(at, at + 3);
  const isLine = database === 'mysql' ? /^(?:#|--(?:\s|$))/.test(rest) : rest.startsWith('--');
  if (isLine) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (!rest.startsWith('/*')) return undefined;
  // MySQL runs what stands in such a remark; PostgreSQL nests them.
  if (database === 'mysql' && /[!M]/.test(rest[2] ?? '')) throw refused();
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    if (text.startsWith('/*', here) && (database === 'postgresql' || depth === 0)) {
      depth += 1;
      here += 1;
    } else if (text.startsWith('*/', here)) {
      depth -= 1;
      here += 1;
      if (depth === 0) return here + 1;
    }
  }
  throw refused();
}

const refused = (): SourceFailure => new SourceFailure('syntax', 'SELECT');

function piecesOf(text: string, database: Database): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const remark = remarkEnd(text, at, database);
    const quoted = remark === undefined ? quotedEnd(text, at, database) : undefined;
    if (quoted !== undefined && quoted > text.length) throw refused();
    const rest = text.slice(at, at + 200);
    const word = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/.exec(rest)?.[0];
    const mark = /^:mark(?![\w$])/i.exec(rest)?.[0];
    const cast = rest.startsWith('::') ? '::' : undefined;
    const end = remark ?? quoted ?? at + (cast ?? mark ?? word ?? rest[0]!).length;
    const kind = (() => {
      if (remark !== undefined || (word === undefined && /\s/.test(rest[0]!))) return 'space';
      if (quoted !== undefined) return 'quoted';
      if (mark !== undefined && !cast) return 'mark';
      return word === undefined ? 'sign' : 'word';
    })();
    pieces.push({ kind, text: remark === undefined ? text.slice(at, end) : ' ' });
    at = end;
  }
  return pieces;
}

/** Words that change something wherever they stand in a SELECT, unless they are names of functions. */
const changing = new Set([
  'insert',
  'update',
  'delete',
  'merge',
  'replace',
  'into',
  'truncate',
  'call',
  'handler',
  'lock',
  'outfile',
  'dumpfile',
]);

/** Looks at a query. Fails where it is not one SELECT (12106): another statement behind it, a WITH that changes data, SELECT … INTO, or a place for a value that is not `:mark`. */
export function parseQuery(text: string, database: Database): Query {
  const all = piecesOf(text.trim().replace(/(?:\s*;)+$/, ''), database);
  const told = all.filter(({ kind }) => kind !== 'space');
  const first = told.find((piece) => !(piece.kind === 'sign' && piece.text === '('));
  if (first?.kind !== 'word' || !/^(?:select|with)$/i.test(first.text)) throw refused();
  for (const [at, piece] of told.entries()) {
    const next = told[at + 1];
    const isCalled = next?.kind === 'sign' && next.text === '(';
    const isColumn = told[at - 1]?.text === '.';
    if (piece.kind === 'word' && changing.has(piece.text.toLowerCase()) && !isCalled && !isColumn) throw refused();
    if (piece.kind === 'sign' && (piece.text === ';' || piece.text === '\0')) throw refused();
    if (piece.kind === 'sign' && piece.text === (database === 'mysql' ? '?' : '$')) throw refused();
  }
  const count = all.filter(({ kind }) => kind === 'mark').length;
  const place = database === 'mysql' ? '?' : '$1';
  const written = all.map((piece) => (piece.kind === 'mark' ? place : piece.text)).join('');
  return {
    hasMark: count > 0,
    plain: { text: written, values: [] },
    bind: (mark) => ({ text: written, values: Array.from({ length: database === 'mysql' ? count : Math.min(1, count) }, () => mark) }),
  };
}

/** Whether a query is one SELECT that changes nothing. */
export function isOneSelect(text: string, database: Database): boolean {
  try {
    parseQuery(text, database);
    return true;
  } catch {
    return false;
  }
}

/** Rows of a query whose column is the mark or past it, in its order. */
export function pastMark(query: Query, parts: { database: Database; column: string; mark: string }): Bound {
  const { database, column, mark } = parts;
  const isMysql = database === 'mysql';
  const name = isMysql ? `\`${column.replaceAll('`', '``')}\`` : `"${column.replaceAll('"', '""')}"`;
  const text = `select * from (${query.plain.text}\n) source_rows where source_rows.${name} >= ${isMysql ? '?' : '$1'} order by source_rows.${name}`;
  return { text, values: [mark] };
}
