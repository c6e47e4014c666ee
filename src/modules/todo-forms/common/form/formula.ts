/** Formulas: arithmetic, comparison and a few functions over fields. They are read into a tree once and worked out by formula-run.ts. */

/** A part of a formula. */
export type FormulaNode =
  | { readonly kind: 'value'; readonly value: number | string | boolean | null }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'call'; readonly name: FormulaFunction; readonly of: readonly FormulaNode[] }
  | { readonly kind: 'unary'; readonly op: '-' | 'not'; readonly of: FormulaNode }
  | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: FormulaNode; readonly right: FormulaNode };

type BinaryOp = '+' | '-' | '*' | '/' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

/** Functions of formulas, with how many arguments they take. */
const formulaFunctions = {
  if: [2, 3],
  sum: [1, 20],
  count: [1, 20],
  min: [1, 20],
  max: [1, 20],
  round: [1, 2],
  concat: [1, 20],
  dateDiff: [2, 3],
  today: [0, 0],
  me: [0, 1],
} as const satisfies Record<string, readonly [number, number]>;
/** A function of formulas. */
export type FormulaFunction = keyof typeof formulaFunctions;

/** A formula that can't be read, with the place of what is wrong, counted from 1. */
export class FormulaMistake extends Error {
  readonly at: number;
  constructor(at: number) {
    super(`at ${at}`);
    this.at = at;
  }
}

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\["\\])*)"|([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)?)|(<>|!=|<=|>=|==|[-+*/()=<>,−×÷≤≥≠]))/y;
const same: Readonly<Record<string, string>> = { '−': '-', '×': '*', '÷': '/', '≤': '<=', '≥': '>=', '≠': '<>', '!=': '<>', '==': '=' };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < source.trimEnd().length) {
    const from = tokenPattern.lastIndex;
    const found = tokenPattern.exec(source);
    if (!found) throw new FormulaMistake(from + 1 + (source.slice(from).length - source.slice(from).trimStart().length));
    const [all, digits, quoted, name, sign] = found;
    const at = from + 1 + (all.length - all.trimStart().length);
    if (digits !== undefined) tokens.push({ kind: 'number', text: digits, at });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted.replaceAll(/\\(.)/g, '$1'), at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else tokens.push({ kind: 'sign', text: same[sign!] ?? sign!, at });
  }
  return [...tokens, { kind: 'end', text: '', at: source.length + 1 }];
}

const strengths: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  '=': 3,
  '<>': 3,
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '+': 4,
  '-': 4,
  '*': 5,
  '/': 5,
};
const deepest = 50;

class Reader {
  readonly #tokens: readonly Token[];
  #place = 0;
  #depth = 0;

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  all(): FormulaNode {
    const node = this.#expression(0);
    if (this.#now.kind !== 'end') throw new FormulaMistake(this.#now.at);
    return node;
  }

  get #now(): Token {
    return this.#tokens[this.#place]!;
  }

  #take(sign?: string): Token {
    const token = this.#now;
    if (sign !== undefined && (token.kind !== 'sign' || token.text !== sign)) throw new FormulaMistake(token.at);
    this.#place += 1;
    return token;
  }

  #is(sign: string): boolean {
    return this.#now.kind === 'sign' && this.#now.text === sign;
  }

  #expression(strength: number): FormulaNode {
    this.#depth += 1;
    if (this.#depth > deepest) throw new FormulaMistake(this.#now.at);
    let left = this.#operand();
    for (;;) {
      const { kind, text } = this.#now;
      const own = kind === 'sign' || kind === 'name' ? (strengths[text] ?? 0) : 0;
      if (own <= strength) break;
      this.#take();
      left = { kind: 'binary', op: text as BinaryOp, left, right: this.#expression(own) };
    }
    this.#depth -= 1;
    return left;
  }

  #operand(): FormulaNode {
    const token = this.#take();
    if (token.kind === 'number') return { kind: 'value', value: Number(token.text) };
    if (token.kind === 'text') return { kind: 'value', value: token.text };
    if (token.kind === 'sign' && token.text === '-') return { kind: 'unary', op: '-', of: this.#expression(5) };
    if (token.kind === 'sign' && token.text === '(') {
      const node = this.#expression(0);
      this.#take(')');
      return node;
    }
    if (token.kind === 'name') return this.#named(token);
    throw new FormulaMistake(token.at);
  }

  #named({ text, at }: Token): FormulaNode {
    if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true' };
    if (text === 'empty') return { kind: 'value', value: null };
    if (text === 'not') return { kind: 'unary', op: 'not', of: this.#expression(2) };
    if (text === 'and' || text === 'or') throw new FormulaMistake(at);
    if (!this.#is('(')) return { kind: 'name', name: text, at };
    if (!Object.hasOwn(formulaFunctions, text)) throw new FormulaMistake(at);
    const name = text as FormulaFunction;
    this.#take('(');
    const of: FormulaNode[] = [];
    while (!this.#is(')')) {
      if (of.length > 0) this.#take(',');
      of.push(this.#expression(0));
    }
    this.#take(')');
    const [least, most] = formulaFunctions[name];
    if (of.length < least || of.length > most) throw new FormulaMistake(at);
    return { kind: 'call', name, of };
  }
}

/** Reads a formula; a mistake is thrown as `FormulaMistake`. */
export const readFormula = (source: string): FormulaNode => new Reader(source).all();

/** Names that a formula mentions, with their places: fields, columns of the same row, or `table.column`. */
export function namesIn(node: FormulaNode): { name: string; at: number }[] {
  if (node.kind === 'name') return [{ name: node.name, at: node.at }];
  if (node.kind === 'call') return node.of.flatMap(namesIn);
  if (node.kind === 'unary') return namesIn(node.of);
  if (node.kind === 'binary') return [...namesIn(node.left), ...namesIn(node.right)];
  return [];
}
