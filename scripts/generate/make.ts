import type { LocalText } from '../../src/kit/common/language.ts';
import {
  entriesOf,
  withEntries,
  withImport,
  withItem,
  withModulePart,
  withPropertyItem,
  withTableLine,
  type Source,
} from './edit-source.ts';
import { assertFree, isTaken, moduleOf, nextMigration, nextOrder, sourceOf } from './house.ts';
import { nameOf, pluralOf, Unfit, type Name } from './names.ts';
import { assertDistinct, chosenLines, filled, templateFiles, type Values } from './template.ts';
import type { Draft } from './write-files.ts';

/** What is asked for, checked. */
export interface Wish {
  readonly module: Name;
  readonly entity: Name;
  readonly titles: { readonly group: LocalText; readonly title: LocalText; readonly one: LocalText };
  readonly scoped: boolean;
}

/** Files that a module has once; a page's part of them is put into those that are there. */
const shared = new Set([
  'README.md',
  'common/permissions.ts',
  'server/module.ts',
  'testing/conformance.ts',
  'console/routes.ts',
  'locales/zh_CN.ts',
  'locales/en_US.ts',
  'locales/ja_JP.ts',
]);

function texts(values: Values, wanted: (file: string) => boolean): Map<string, string> {
  const files = templateFiles();
  assertDistinct(values.entity, files, values);
  const chosen = [...files].filter(([file]) => wanted(file));
  return new Map(chosen.map(([file, text]) => [file, filled(chosenLines(text, values.scoped), values)]));
}

function placed(files: ReadonlyMap<string, string>, values: Values, migration: string): Map<string, string> {
  const folder = `src/modules/${values.module.kebab}`;
  return new Map([...files].map(([file, text]) => [`${folder}/${filled(file, values).replace('0001-', `${migration}-`)}`, text]));
}

/** A whole module with one page. */
export function draftModule({ module, entity, titles, scoped }: Wish): Draft {
  if (['kit', 'platform', 'app', 'sample-area'].includes(module.kebab))
    throw new Unfit(`${module.kebab} is taken by the house itself: choose another name.`);
  if (isTaken(module))
    throw new Unfit(`The module ${module.kebab} is there already; npm run new:page -- ${module.kebab} … adds a page to it.`);
  const values: Values = { module, entity, titles, scoped, group: module.snake, area: module.camel };
  assertFree(entity, `${module.snake}_${entity.snake}`, `${module.kebab}-${entity.kebab}`);
  const files = texts(values, () => true);
  const permissions = files.get('common/permissions.ts')!;
  files.set(
    'common/permissions.ts',
    permissions.replace('order: 9000', `order: ${nextOrder(undefined)}`).replace('order: 900,', 'order: 10,'),
  );
  return { made: placed(files, values, '0001'), changed: mapOf(registered(module)) };
}

/** The lists of all modules with one more. */
function registered({ kebab, camel }: Name): Source[] {
  const server = withImport(sourceOf('src/app/modules.ts'), `${camel}Module`, `#modules/${kebab}/server/module.ts`);
  const console_ = withImport(sourceOf('src/app/console-modules.ts'), `${camel}Console`, `#modules/${kebab}/console/routes.ts`);
  const migrations = sourceOf('src/app/migrations.ts');
  const key = /^\w+$/.test(kebab) ? kebab : `'${kebab}'`;
  return [
    withItem(server, /export const modules: readonly ServerModule\[\] =/, `${camel}Module`),
    withItem(console_, /export const consoleModules: readonly ConsoleModule\[\] =/, `${camel}Console`),
    withEntries(migrations, /const folders = \{/, `  ${key}: 'modules/${kebab}/server/migrations',`),
  ];
}

/** A page with its entity in a module that is there. */
export function draftPage({ module, entity, titles, scoped }: Wish): Draft {
  const present = moduleOf(module);
  const group = present.resources.find((one) => one.route === undefined)?.code;
  const prefix = group ?? module.snake;
  const area = nameOf(prefix.replaceAll('_', '-').toLowerCase(), 'a group').camel;
  const values: Values = { module, entity, titles, scoped, group: prefix, area };
  assertFree(entity, `${prefix}_${entity.snake}`, `${module.kebab}-${entity.kebab}`);
  const own = placed(
    texts(values, (file) => !shared.has(file)),
    values,
    nextMigration(module),
  );
  const parts = texts(values, (file) => shared.has(file));
  return { made: own, changed: mapOf(extended(values, parts, group)) };
}

/** The module's own lists with the page's part in them. */
function extended(
  { module, entity, group: prefix, titles, area }: Values,
  parts: ReadonlyMap<string, string>,
  group: string | undefined,
): Source[] {
  const at = (file: string): Source => sourceOf(`src/modules/${module.kebab}/${file}`);
  const page = `${entity.camel}Page`;
  const declared = /\/\*\* The page of [^\n]*\nexport const \w+ = menu\([^]*?\n\}\);\n/.exec(parts.get('common/permissions.ts')!)![0];
  const ordered = declared.replace('order: 900,', `order: ${nextOrder(group)},`);
  const permissions = withImport(at('common/permissions.ts'), 'menu', '#kit/common/permission.ts');
  const many = pluralOf(entity).camel;
  let server = withImport(at('server/module.ts'), page, '../common/permissions.ts');
  server = withImport(server, many, `./${entity.kebab}.ts`);
  server = withPropertyItem(server, 'resources', page, 'migrations');
  server = withModulePart(withImport(server, 'moduleParts', '#kit/server/crud/module-parts.ts'), many);
  const drawn = /pageRoute\(.*\)(?=\])/.exec(parts.get('console/routes.ts')!)![0];
  let console_ = withImport(at('console/routes.ts'), page, '../common/permissions.ts');
  console_ = withPropertyItem(console_, 'resources', page, 'name');
  console_ = withPropertyItem(console_, 'routes', drawn, 'resources');
  const code = `${prefix}_${entity.snake}`;
  let readme = withTableLine(at('README.md'), 'Screens', `| /${code} | ${code} | ${titles.title.en_US}: list, form, history |`);
  readme = withTableLine(
    readme,
    'Calls',
    `| ${area}/${entity.camel}/ | list, get, add, update, enable, disable, delete | ${entity.kebab}.ts |`,
  );
  return [
    { ...permissions, text: `${permissions.text}\n${group === undefined ? ordered.replace(/\n  parent: .*/, '') : ordered}` },
    server,
    console_,
    readme,
    ...(['zh_CN', 'en_US', 'ja_JP'] as const).map((language) =>
      withEntries(at(`locales/${language}.ts`), /export const \w+[^=]*= \{/, entriesOf(parts.get(`locales/${language}.ts`)!)),
    ),
  ];
}

const mapOf = (sources: readonly Source[]): Map<string, string> => new Map(sources.map(({ file, text }) => [file, text]));
