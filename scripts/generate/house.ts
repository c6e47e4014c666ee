import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { modules } from '../../src/app/modules.ts';
import type { ServerModule } from '../../src/kit/server/module.ts';
import { Unfit, type Name } from './names.ts';
import type { Source } from './edit-source.ts';

/** The project's folder. */
const root = path.resolve(import.meta.dirname, '../..');

/** A file of the project. */
export const sourceOf = (file: string): Source => ({ file, text: readFileSync(path.join(root, file), 'utf8') });

/** The module of this name as it stands now. */
export function moduleOf(name: Name): ServerModule {
  const present = modules.filter((one) => existsSync(path.join(root, 'src/modules', one.name)));
  const module = present.find((one) => one.name === name.kebab);
  const others = present.map((one) => one.name);
  if (!module)
    throw new Unfit(`There is no module ${name.kebab}: there are ${others.join(', ')}; npm run new:module -- ${name.kebab} … makes it.`);
  return module;
}

/** Whether a module of this name is there, at least as a folder or as a name of texts. */
export const isTaken = (name: Name): boolean =>
  modules.some((one) => one.name === name.kebab) || existsSync(path.join(root, 'src/modules', name.kebab));

/** Pages and groups of all modules. */
const allResources = () => modules.flatMap((one) => one.resources);

/** Words of SQL that can't name a table as they are. */
const reserved = new Set(
  `all analyse analyze and any array as asc authorization binary both case cast check collate column constraint create cross current default desc distinct do
  else end except false fetch for foreign from full grant group having ilike in initially inner intersect into is join lateral leading left like limit natural
  not null offset on only or order outer placing primary references returning right select session some symmetric system table then to trailing true
  union unique user using variadic verbose when where window with`.split(/\s+/),
);

/** Refuses an entity whose kind, table or page is there already. */
export function assertFree(entity: Name, page: string, hint: string): void {
  const advice = `choose another name, like ${hint}.`;
  if (modules.some((one) => one.kinds?.some(({ kind }) => kind === entity.camel)))
    throw new Unfit(`The kind ${entity.camel} is there already, and the journal tells objects by their kind: ${advice}`);
  if (reserved.has(entity.snake)) throw new Unfit(`${entity.snake} is a word of SQL and can't name a table: ${advice}`);
  if (tables().has(entity.snake)) throw new Unfit(`The table ${entity.snake} is there already: ${advice}`);
  if (allResources().some(({ code }) => code === page)) throw new Unfit(`The page ${page} is there already: ${advice}`);
}

function tables(): Set<string> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith('.sql'),
  );
  const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map((match) => match[1]!)));
}

/** The number of a module's next migration: 0003. */
export function nextMigration(name: Name): string {
  const folder = path.join(root, 'src/modules', name.kebab, 'server/migrations');
  const numbers = existsSync(folder) ? readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0) : [];
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

/** The place behind all that stand beside it in the menu. */
export function nextOrder(parent: string | undefined): number {
  const beside = allResources().filter((one) => one.parent === parent && !one.nested);
  return Math.max(0, ...beside.map(({ order }) => order)) + 10;
}
