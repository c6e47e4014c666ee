import { Unfit } from './names.ts';

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Where the expression that begins at `start` ends: at the first comma, semicolon or closing bracket outside brackets, strings and comments. */
function endOfExpression(text: string, start: number): number {
  const open: string[] = [];
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === "'" || sign === '"' || sign === '`') {
      for (at += 1; at < text.length && text[at] !== sign; at += 1) if (text[at] === '\\') at += 1;
    } else if (text.startsWith('//', at)) at = text.indexOf('\n', at);
    else if (text.startsWith('/*', at)) at = text.indexOf('*/', at) + 1;
    else if (pairs[sign]) open.push(pairs[sign]);
    else if (open.length > 0 && sign === open.at(-1)) open.pop();
    else if (open.length === 0 && /[,;\])}]/.test(sign)) return at;
  }
  return text.length;
}

/** A file under edit, for sentences that say where something was not found. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

function placeAfter({ file, text }: Source, mark: RegExp, what: string): number {
  const found = mark.exec(text);
  if (!found)
    throw new Unfit(`${file} has no ${what}, so nothing can be added to it: write it like src/modules/people does, then try again.`);
  return found.index + found[0].length;
}

/** Adds an item to a list: inside its brackets, or behind the list that stands there under another name. */
export function withItem(source: Source, mark: RegExp, item: string): Source {
  const { file, text } = source;
  const start = placeAfter(source, mark, `list ${mark.source}`);
  const end = endOfExpression(text, start);
  const list = text.slice(start, end).trim();
  if (/\/\/[^\n]*\n\s*\]$/.test(list))
    throw new Unfit(`${file}: the list behind ${mark.source} ends with a comment: put it above its item, then try again.`);
  const inner = list.startsWith('[') ? list.slice(1, -1).trim().replace(/,$/, '') : `...${list}`;
  return { file, text: `${text.slice(0, start)} [${inner === '' ? '' : `${inner}, `}${item}]${text.slice(end)}` };
}

/** Adds an item to a property of an object, which is made behind another one where it is missing. */
export function withPropertyItem(source: Source, property: string, item: string, behind: string): Source {
  const mark = new RegExp(`\\n  ${property}:`);
  if (mark.test(source.text)) return withItem(source, mark, item);
  const start = placeAfter(source, new RegExp(`\\n  ${behind}:`), `property ${behind}`);
  const end = endOfExpression(source.text, start);
  return { file: source.file, text: `${source.text.slice(0, end)},\n  ${property}: [${item}]${source.text.slice(end)}` };
}

/** Lists of a module that `moduleParts` joins with those of its entities. */
const joined = ['routes', 'kinds', 'words', 'jobs', 'departmentUses', 'crowdUses', 'holdings', 'radarKinds'];

/** Adds an entity to what a module contributes: to its `moduleParts(…)`, which is made around the module's own lists where it is missing. */
export function withModulePart(source: Source, entity: string): Source {
  const known = /\.\.\.moduleParts\(/.exec(source.text);
  if (known) {
    const at = known.index + known[0].length;
    return { ...source, text: `${source.text.slice(0, at)}${entity}, ${source.text.slice(at)}` };
  }
  let { text } = source;
  const own: string[] = [];
  for (const name of joined) {
    const found = new RegExp(`\\n  ${name}(?=[:,])`).exec(text);
    if (!found) continue;
    const end = endOfExpression(text, found.index + found[0].length + 1);
    const isShort = text[found.index + found[0].length] === ',';
    own.push(isShort ? name : text.slice(found.index + 1, end).trim());
    text = text.slice(0, found.index) + text.slice(isShort ? found.index + found[0].length + 1 : end + 1);
  }
  const start = placeAfter({ ...source, text }, /: ServerModule = \{/, 'module');
  const at = text.indexOf('\n};', start);
  if (at < 0) throw new Unfit(`${source.file}: the module does not end with a brace on a line of its own.`);
  return {
    ...source,
    text: `${text.slice(0, at)}\n  ...moduleParts(${entity}, {\n${own.map((one) => `    ${one},\n`).join('')}  }),${text.slice(at)}`,
  };
}

/** Imports a name: added to the import that is there from the same place, else as a new one behind the others. */
export function withImport(source: Source, name: string, from: string): Source {
  const { file, text } = source;
  const own = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}';`).exec(text);
  if (own) {
    const names = own[1]!.split(',').flatMap((one) => one.trim() || []);
    if (names.includes(name)) return source;
    return { file, text: text.replace(own[0], () => `import { ${[...names, name].join(', ')} } from '${from}';`) };
  }
  const imports = [...text.matchAll(/^import [^;]*;$/gm)];
  // Beside its like: the project's own (#) before the module's (.).
  const last = imports.findLast(([line]) => line.includes(`from '${from[0]}`)) ?? imports.at(-1);
  const at = last ? last.index + last[0].length + 1 : 0;
  return { file, text: `${text.slice(0, at)}import { ${name} } from '${from}';\n${text.slice(at)}` };
}

/** Adds lines at the end of the first object literal that is exported: before the brace that closes it. */
export function withEntries(source: Source, mark: RegExp, lines: string): Source {
  const { file, text } = source;
  const start = placeAfter(source, mark, `object ${mark.source}`);
  const at = text.indexOf('\n}', start);
  if (at < 0) throw new Unfit(`${file}: the object behind ${mark.source} does not end with a brace on a line of its own.`);
  const gap = /[,{]\s*$/.test(text.slice(0, at)) ? '' : ',';
  return { file, text: `${text.slice(0, at)}${gap}\n${lines.replace(/^\n+|\s+$/g, '')}${text.slice(at)}` };
}

/** Adds a line to the table below a heading of a README; one without such a table stays as it is. */
export function withTableLine(source: Source, heading: string, line: string): Source {
  const { file, text } = source;
  const start = text.indexOf(`\n## ${heading}\n`);
  if (start < 0) return source;
  const next = text.indexOf('\n## ', start + 1);
  const section = text.slice(start, next < 0 ? text.length : next);
  const lastLine = [...section.matchAll(/^\|.*\|$/gm)].at(-1);
  if (!lastLine) return source;
  const at = start + lastLine.index + lastLine[0].length;
  return { file, text: `${text.slice(0, at)}\n${line}${text.slice(at)}` };
}

/** What stands between the braces of the exported object of a catalogue. */
export function entriesOf(text: string): string {
  const start = text.indexOf('= {') + 3;
  return text.slice(start, text.indexOf('\n}', start));
}
