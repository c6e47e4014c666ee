import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages, type LocalText } from '../../src/kit/common/language.ts';
import { withinSentence } from '../../src/kit/common/crud/english.ts';
import { pluralOf, Unfit, type Name } from './names.ts';

/**
 * The templates are a module that compiles: `sample-area` with `sample-thing`, whose things belong to departments. Making code of them replaces the
 * names, the `{title:zh_CN}` of texts, and chooses lines: one that ends in `#scoped`, and all between `#scoped {` and `#scoped }`, are for things that
 * belong to a department; one that begins with `#unscoped` is for those that belong to none.
 */
const templateFolder = path.join(import.meta.dirname, '../templates/sample-area');

/** What takes the place of the template's own names. */
export interface Values {
  /** Folder and namespace of the module. */
  readonly module: Name;
  /** Code of the menu's group, with which codes of pages begin: `meeting_room`, `muc`. */
  readonly group: string;
  /** First part of the calls' addresses. */
  readonly area: string;
  readonly entity: Name;
  readonly titles: { readonly group: LocalText; readonly title: LocalText; readonly one: LocalText };
  /** Whether its things belong to departments. */
  readonly scoped: boolean;
}

/** Every file of the template by its path below the module. */
export function templateFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(templateFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(templateFolder, file).split(path.sep).join('/'), readFileSync(file, 'utf8')];
    }),
  );
}

const opening = /^\s*(?:\/\/|--|\{\/\*) #scoped \{(?: \*\/\})?$/;
const closing = /^\s*(?:\/\/|--|\{\/\*) #scoped \}(?: \*\/\})?$/;
const onlyScoped = /\s*(?:\/\/|--) #scoped$/;
const onlyUnscoped = /^\s*\/\/ #unscoped /;

/** The lines for things with a department, or for those without. */
export function chosenLines(text: string, scoped: boolean): string {
  let inside = false;
  const kept = text.split('\n').flatMap((line) => {
    if (opening.test(line) || closing.test(line)) {
      inside = opening.test(line);
      return [];
    }
    if (onlyUnscoped.test(line)) return scoped ? [] : [line.replace(onlyUnscoped, '')];
    if (inside || onlyScoped.test(line)) return scoped ? [line.replace(onlyScoped, '')] : [];
    return [line];
  });
  return kept.join('\n');
}

/** A text or path of the template with the real names. */
export function filled(text: string, values: Values): string {
  const { module, entity, group, area, titles } = values;
  const many = pluralOf(entity);
  const pairs: [string, string][] = [
    ['sampleArea/sampleThing', `${area}/${entity.camel}`],
    ['sample_area', group],
    ['sample-things', many.kebab],
    ['sampleThings', many.camel],
    ['SampleThings', many.pascal],
    ['Sample things', many.words.charAt(0).toUpperCase() + many.words.slice(1)],
    ['sample things', many.words],
    ['sample-thing', entity.kebab],
    ['sampleThing', entity.camel],
    ['SampleThing', entity.pascal],
    ['sample_thing', entity.snake],
    ['sample thing', entity.words],
    ['sample-area', module.kebab],
    ['sampleArea', module.camel],
    ['{title:low}', withinSentence(titles.title.en_US)],
    ...Object.entries(titles).flatMap(([name, title]) =>
      languages.map((language): [string, string] => [`{${name}:${language}}`, title[language]]),
    ),
  ];
  const real = new Map(pairs);
  // In one go, so that a name that contains another's placeholder is never replaced twice.
  const marks = new RegExp(pairs.map(([mark]) => mark.replace(/[{}]/g, '\\$&')).join('|'), 'g');
  const named = values.scoped ? text : text.replaceAll("scope: 'department'", "scope: 'none'");
  return named.replace(marks, (mark) => real.get(mark) ?? mark);
}

/** Refuses a name that would give two things of the code the same name (`RowActions` of the kit, and of a thing called row). */
export function assertDistinct(entity: Name, files: ReadonlyMap<string, string>, values: Values): void {
  const words = new Set([...files.values()].flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));
  const bare = new Set(['sampleThing', 'sampleThings', 'SampleThing', 'sample_thing']);
  const own = [...words].filter((word) => /sampleThing|SampleThing|sample_thing/.test(word) && !bare.has(word));
  const others = new Set([...words].filter((word) => !/sampleThing|SampleThing|sample_thing/.test(word)));
  const twice = own.map((word) => filled(word, values)).find((word) => others.has(word));
  if (twice !== undefined)
    throw new Unfit(
      `“${entity.kebab}” would give ${twice} two meanings in the code: choose a longer name, like ${values.module.kebab}-${entity.kebab}.`,
    );
}
