/** Dialects whose statements are read. */
export type Dialect = 'postgresql' | 'mysql';

/** A statement that may not be used: `position` is where, from 1. */
export class StatementError extends Error {
  readonly position: number;
  constructor(position: number) {
    super('The statement may not be used');
    this.position = position;
  }
}

type Piece =
  | { kind: 'text'; text: string; at: number }
  | { kind: 'word'; text: string; at: number }
  | { kind: 'sign'; text: string; at: number }
  | { kind: 'param'; name: string; list: boolean; at: number }
  | { kind: 'choice'; name: string; at: number };

/** A statement that was looked at. */
export interface Statement {
  /** Names of the parameters, each once. */
  readonly params: readonly string[];
  readonly choices: readonly string[];
  readonly isRead: boolean;
  /** With the values in the places of their names; lists become lists of places. */
  bind(values: Readonly<Record<string, unknown>>, choices: Readonly<Record<string, string>>): { text: string; values: unknown[] };
}

function closing(text: string, from: number, escapes: boolean): number {
  const sign = text[from]!;
  for (let at = from + 1; at < text.length; at += 1) {
    if (escapes && text[at] === '\\') at += 1;
    else if (text[at] === sign && text[at + 1] === sign) at += 1;
    else if (text[at] === sign) return at + 1;
  }
  throw new StatementError(from + 1);
}

/** Where what is quoted ends; undefined where nothing begins. */
function quotedEnd(text: string, at: number, dialect: Dialect): number | undefined {
  const sign = text[at];
  const isMysql = dialect === 'mysql';
  const escapes = isMysql ? sign !== '`' : sign === "'" && /(?:^|[^\w$])e$/i.test(text.slice(Math.max(0, at - 2), at));
  if (sign === "'" || sign === '"' || (sign === '`' && isMysql)) return closing(text, at, escapes);
  const dollar = isMysql ? null : /^\$(?:[A-Za-z_]\w*)?\$/.exec(text.slice(at, at + 70));
  if (!dollar) return undefined;
  const end = text.indexOf(dollar[0], at + dollar[0].length);
  if (end < 0) throw new StatementError(at + 1);
  return end + dollar[0].length;
}

/** Where a remark ends; undefined for none. A remark that MySQL runs is refused. */
function remarkEnd(text: string, at: number, dialect: Dialect): number | undefined {
  const rest = text.slice(at, at + 3);
  if (dialect === 'mysql' ? /^(?:#|--(?:\s|$))/.test(rest) : rest.startsWith('--')) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (!rest.startsWith('/*')) return undefined;
  if (dialect === 'mysql' && /[!M]/.test(rest[2] ?? '')) throw new StatementError(at + 1);
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    if (text.startsWith('/*', here) && (dialect === 'postgresql' || depth === 0)) {
      depth += 1;
      here += 1;
    } else if (text.startsWith('*/', here)) {
      depth -= 1;
      here += 1;
      if (depth === 0) return here + 1;
    }
  }
  throw new StatementError(at + 1);
}

const choiceForm = /^\{\{choice\.([A-Za-z_]\w*)\}\}/;
const paramForm = /^:([A-Za-z_]\w*)(\[\])?/;
const wordForm = /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/;

function pieceAt(text: string, at: number, dialect: Dialect): { piece: Piece; end: number } {
  const remark = remarkEnd(text, at, dialect);
  if (remark !== undefined) return { piece: { kind: 'text', text: ' ', at }, end: remark };
  const quoted = quotedEnd(text, at, dialect);
  if (quoted !== undefined) return { piece: { kind: 'text', text: text.slice(at, quoted), at }, end: quoted };
  const rest = text.slice(at, at + 200);
  if (/^\s/.test(rest)) return { piece: { kind: 'text', text: rest[0]!, at }, end: at + 1 };
  if (rest.startsWith('::')) return { piece: { kind: 'text', text: '::', at }, end: at + 2 };
  const choice = choiceForm.exec(rest);
  if (choice) return { piece: { kind: 'choice', name: choice[1]!, at }, end: at + choice[0].length };
  const param = paramForm.exec(rest);
  if (param) return { piece: { kind: 'param', name: param[1]!, list: param[2] !== undefined, at }, end: at + param[0].length };
  const word = wordForm.exec(rest)?.[0];
  if (word !== undefined) return { piece: { kind: 'word', text: word, at }, end: at + word.length };
  return { piece: { kind: 'sign', text: rest[0]!, at }, end: at + 1 };
}

function piecesOf(text: string, dialect: Dialect): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length;) {
    const { piece, end } = pieceAt(text, at, dialect);
    pieces.push(piece);
    at = end;
  }
  return pieces;
}

/** Words that change something wherever they stand in a reading, unless they name a function or a column. */
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
/** Words that no statement of an interface holds. */
const never = new Set([
  'copy',
  'load_file',
  'outfile',
  'dumpfile',
  'pg_read_file',
  'pg_sleep_until',
  'lo_import',
  'lo_export',
  'xp_cmdshell',
  'set',
  'grant',
  'revoke',
  'begin',
  'commit',
  'rollback',
  'alter',
  'drop',
  'create',
]);

/**
 * Reads one statement: a SELECT or WITH that changes nothing where `write` is not set, else one INSERT, UPDATE, DELETE or CALL. Throws
 * StatementError for another statement behind it, for what changes data in a reading, and for places of values that have no name.
 */
export function parseStatement(text: string, options: { dialect: Dialect; write: boolean }): Statement {
  const { dialect, write } = options;
  const all = piecesOf(text.trim().replace(/(?:\s*;)+$/, ''), dialect);
  const told = all.filter((piece) => piece.kind !== 'text' || piece.text.trim() !== '');
  const first = told.find((piece) => !(piece.kind === 'sign' && piece.text === '('));
  const verb = first?.kind === 'word' ? first.text.toLowerCase() : '';
  const isRead = verb === 'select' || verb === 'with';
  const may = write ? ['insert', 'update', 'delete', 'call', 'with'] : ['select', 'with'];
  if (!may.includes(verb)) throw new StatementError((first?.at ?? 0) + 1);
  for (const [at, piece] of told.entries()) {
    if (piece.kind === 'sign' && (piece.text === ';' || piece.text === '\0' || piece.text === (dialect === 'mysql' ? '?' : '$')))
      throw new StatementError(piece.at + 1);
    if (piece.kind !== 'word') continue;
    const next = told[at + 1];
    const before = told[at - 1];
    const isCalled = next?.kind === 'sign' && next.text === '(';
    const isColumn = before?.kind === 'sign' && before.text === '.';
    const word = piece.text.toLowerCase();
    if (!write && changing.has(word) && !isCalled && !isColumn) throw new StatementError(piece.at + 1);
    if (never.has(word) && !isColumn && !(write && word === 'set')) throw new StatementError(piece.at + 1);
  }
  const named = (kind: 'param' | 'choice'): string[] => [
    ...new Set(all.flatMap((piece) => (piece.kind === kind && 'name' in piece ? [piece.name] : []))),
  ];
  return {
    params: named('param'),
    choices: named('choice'),
    isRead,
    bind: (values, choices) => bindPieces(all, dialect, { values, choices }),
  };
}

const mostInList = 1000;

function bindPieces(
  all: readonly Piece[],
  dialect: Dialect,
  { values, choices }: { values: Readonly<Record<string, unknown>>; choices: Readonly<Record<string, string>> },
): { text: string; values: unknown[] } {
  const bound: unknown[] = [];
  const place = (value: unknown): string => {
    bound.push(typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null));
    return dialect === 'mysql' ? '?' : `$${bound.length}`;
  };
  const text = all
    .map((piece) => {
      if (piece.kind === 'choice') return ` ${choices[piece.name] ?? ''} `;
      if (piece.kind !== 'param') return piece.text;
      const value = values[piece.name];
      if (!piece.list) return place(value);
      const list = Array.isArray(value) ? value.slice(0, mostInList) : [value];
      return list.length === 0 ? '(null)' : `(${list.map(place).join(', ')})`;
    })
    .join('');
  return { text, values: bound };
}
