import { parseArgs } from 'node:util';
import path from 'node:path';
import type { Wish } from './make.ts';
import { nameOf, titleOf, titleOfOne, Unfit } from './names.ts';
import type { Draft } from './write-files.ts';

/** What is told about a command. */
interface Usage {
  readonly usage: string;
  /** Names that come before the options. */
  readonly names: readonly string[];
}

/** Reads what was asked for on the command line. */
function wishOf({ usage, names }: Usage, args: readonly string[]): Wish {
  const { values, positionals } = parsed(usage, args);
  if (positionals.length !== names.length) throw new Unfit(`Say ${names.join(' and ')}, and nothing else.\n\n${usage}`);
  const [first, second] = positionals as [string, string | undefined];
  const module = nameOf(first, 'a module');
  const asked = second ?? values.entity;
  if (asked === undefined) throw new Unfit(`Say what the module holds: add --entity room (English, one of them).\n\n${usage}`);
  const entity = nameOf(asked, 'a page');
  if (!['none', 'department'].includes(values.scope)) throw new Unfit(`--scope is none or department, not “${values.scope}”.\n\n${usage}`);
  const title = titleOf(values.title, 'title');
  const group = values.group === undefined ? title : titleOf(values.group, 'group');
  return {
    module,
    entity,
    scoped: values.scope === 'department',
    titles: { group, title, one: titleOfOne(values.one, { title, entity }) },
  };
}

function parsed(usage: string, args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { entity: text, title: text, one: text, group: text, scope: { ...text, default: 'none' } },
    });
  } catch (error) {
    throw new Unfit(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** Runs a command: reads the wish, drafts, writes, and says what to do next. Ends with 1 and a sentence when it can't be done. */
export async function run(usage: Usage, draft: 'draftModule' | 'draftPage'): Promise<void> {
  try {
    const wish = wishOf(usage, process.argv.slice(2));
    // Only now, so that a slip in the names is told at once: this loads the whole house.
    const [make, { writeFiles }] = await Promise.all([import('./make.ts'), import('./write-files.ts')]);
    const made: Draft = make[draft](wish);
    const files = await writeFiles(path.resolve(import.meta.dirname, '../..'), made);
    const folder = `src/modules/${wish.module.kebab}`;
    console.log(`${files.map((file) => `  ${file}`).join('\n')}\n  docs/openapi.json`);
    console.log(`\nMade. Now:
  1. npm test -- ${folder}
  2. npm run dev, and look at the page
  3. put your own fields into common/${wish.entity.kebab}.contract.ts, and follow docs/module-guide.md from there`);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
