import type { CommandArgument } from '../../../common/company/command.contract.ts';

/** What somebody wrote as a command: its word and what follows. */
export interface CommandLine {
  readonly word: string;
  readonly rest: string;
}

/** A text without the names that it begins with: `@Monitor /status` is `/status`. */
export const withoutNames = (text: string): string => text.replace(/^(?:\s*[@＠]\S+)+\s*/u, '').trim();

/** Reads `/word rest`; undefined for a text that is no command. */
export function commandLine(text: string): CommandLine | undefined {
  const found = /^[/／](\S{1,30})(?:\s+([\s\S]*))?$/u.exec(withoutNames(text));
  return found ? { word: found[1]!, rest: (found[2] ?? '').trim() } : undefined;
}

/** Words of a line; what stands in quotation marks is one. */
const wordsOf = (rest: string): string[] =>
  [...rest.matchAll(/"([^"]*)"|“([^”]*)”|(\S+)/gu)].map(([, one, other, plain]) => one ?? other ?? plain ?? '');

const fits: Readonly<Record<CommandArgument['type'], (text: string, choices: readonly string[]) => boolean>> = {
  text: () => true,
  employee: () => true,
  number: (text) => /^-?\d+(\.\d+)?$/.test(text),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  choice: (text, choices) => choices.includes(text),
};

/** The arguments of a command by name, or the name of the first that is missing or does not fit. The last text takes what is left. */
export function argumentsOf(
  declared: readonly CommandArgument[],
  rest: string,
): { readonly values: Readonly<Record<string, string>> } | { readonly wrong: string } {
  const words = wordsOf(rest);
  const values: Record<string, string> = {};
  for (const [at, { name, type, required, choices }] of declared.entries()) {
    const isLast = at === declared.length - 1 && type === 'text';
    const text = isLast ? words.slice(at).join(' ') : (words[at] ?? '');
    if (text === '' ? required : !fits[type](text, choices)) return { wrong: name };
    values[name] = text;
  }
  return { values };
}

/** How a command is written: `/word 姓名 [天数]`. */
export const usageOf = (word: string, declared: readonly CommandArgument[], labelOf: (argument: CommandArgument) => string): string =>
  [`/${word}`, ...declared.map((one) => (one.required ? `<${labelOf(one)}>` : `[${labelOf(one)}]`))].join(' ');

/** A text with `{name}` filled from values; `{a.b.0}` finds its way into what an interface answered. What is not there is empty. */
export function filled(text: string, values: unknown): string {
  return text.replaceAll(/\{([A-Za-z_][\w.]{0,100})\}/g, (_whole, path: string) => {
    let current: unknown = values;
    for (const part of path.split('.')) {
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return '';
      current = Reflect.get(current, part);
    }
    return typeof current === 'string' ? current : typeof current === 'number' || typeof current === 'boolean' ? String(current) : '';
  });
}
