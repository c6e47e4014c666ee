import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { languages, type Language } from '../../src/kit/common/language.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = [
  'src/kit/locales',
  'src/kit/console/gallery/locales',
  ...readdirSync(path.join(root, 'src/modules')).map((name) => `src/modules/${name}/locales`),
].filter((folder) => existsSync(path.join(root, folder)));

async function catalog(folder: string, language: Language): Promise<Record<string, string>> {
  // A module whose pages fetch some texts by themselves has all of them here.
  const whole = path.join(root, folder, 'whole', `${language}.ts`);
  const file = existsSync(whole) ? whole : path.join(root, folder, `${language}.ts`);
  const module: Record<string, Record<string, string>> = await import(file);
  return module[language] ?? {};
}

// A word that follows a number, {count|object|objects}, is no value of its own.
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).toSorted();

test.each(folders)('%s: the same keys, none empty, the same placeholders in three languages', async (folder) => {
  const [first, ...others] = await Promise.all(languages.map(async (language) => ({ language, texts: await catalog(folder, language) })));
  expect(
    Object.entries(first!.texts)
      .filter(([, text]) => !text.trim())
      .map(([key]) => key),
  ).toEqual([]);
  for (const other of others) {
    expect(Object.keys(other.texts).toSorted(), other.language).toEqual(Object.keys(first!.texts).toSorted());
    const differing = Object.entries(other.texts).filter(
      ([key, text]) => !text.trim() || placeholders(text).join() !== placeholders(first!.texts[key] ?? '').join(),
    );
    expect(differing.map(([key]) => `${other.language} ${key}`)).toEqual([]);
  }
});

test.each(folders)('%s: English texts hold no Chinese or Japanese', async (folder) => {
  const texts = await catalog(folder, 'en_US');
  const names = /^(language|sample)\./;
  expect(
    Object.entries(texts)
      .filter(([key, text]) => !names.test(key) && /[\u3040-\u30ff\u4e00-\u9fff]/.test(text))
      .map(([key]) => key),
  ).toEqual([]);
});

/** Words that administrators do not meet (docs/glossary.md, "Words that are out"), with the keys whose text is another word: severities, undo of editors. */
const ruledOut: readonly (readonly [RegExp, RegExp?])[] = [
  [/\bwish(ed|es)?\b/i],
  [/\bdeeds?\b/i],
  [/\bforetold\b|told beforehand/i],
  [/\b(is|are|was|were|be|been|not) told\b|\btells?\b/i],
  [/\bsights?\b/i],
  [/\btwins?\b|\bheirs?\b/i],
  [/\banew\b|\bonce more\b/i],
  [/\bof nobody\b|\bnobody[’']s\b/i],
  [/\black(s|ing)?\b|\blooks? on\b/i],
  [/\bways (people )?(to )?sign/i],
  [/\bwhite ?list/i],
  [/\bcrowds?\b/i],
  [/\bconsole mail\b/i],
  [/\b0: /],
  [/\balarms?\b/i],
  [/\bwarnings?\b/i, /severit|^level\.|^result\.|minSeverity|\.counts$/],
  [/\bund(o|oes|oing|one)\b|\btak(e|es|en) back\b/i, /^(settings\.reset|editor\.|safeDevice\.unmatch)/],
  [/^(State|Kinds?)$/, /^department\.field\.kind$/],
];

test.each(folders.filter((folder) => !folder.includes('gallery')))('%s: English texts use the words of the field', async (folder) => {
  const texts = Object.entries(await catalog(folder, 'en_US'));
  const wrong = texts.filter(([key, text]) => {
    // Names of placeholders are no words.
    const said = text.replaceAll(/\{\w+/g, '{');
    return ruledOut.some(([word, but]) => word.test(said) && !but?.test(key));
  });
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});

const modules = folders.filter((folder) => folder.startsWith('src/modules/'));

/** The three texts of each key as one. */
async function texts(folder: string): Promise<Map<string, string>> {
  const catalogs = await Promise.all(languages.map((language) => catalog(folder, language)));
  return new Map(Object.keys(catalogs[0]!).map((key) => [key, JSON.stringify(catalogs.map((one) => one[key]))]));
}

/** Labels that equal the kit's and stay: the console asks for them by their own key, or they are what names the kind at all. */
const keptLabels = 29;

test('A module writes no text again that the kit has: no key of the kit, few labels of fields, under 5 % of all', async () => {
  const kit = await texts('src/kit/locales');
  const known = new Set(kit.values());
  const [again, labels]: [string[], string[]] = [[], []];
  let [all, same] = [0, 0];
  for (const folder of modules)
    for (const [key, text] of await texts(folder)) {
      all += 1;
      if (known.has(text)) same += 1;
      if (kit.get(key) === text) again.push(`${folder} ${key}`);
      if (/^[^.]+\.field\./.test(key) && kit.get(key.slice(key.indexOf('.') + 1)) === text) labels.push(`${folder} ${key}`);
    }
  expect(again).toEqual([]);
  expect(labels.length, `Leave these to the kit: ${labels.join(', ')}`).toBeLessThanOrEqual(keptLabels);
  expect(same / all).toBeLessThan(0.05);
});
