import path from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** The product's own code: names and comments in it are read by engineers (docs/glossary.md, "Words that are out"). */
const files = sourceFiles('src').filter(({ path: file }) => !/\/locales\/|\/testing\/|\.test\.tsx?$/.test(file));

/** Parts of names that are out, in lower case. */
const outOfNames = [
  'wish',
  'wishes',
  'wished',
  'deed',
  'deeds',
  'told',
  'tells',
  'news',
  'foretold',
  'foresight',
  'sight',
  'sights',
  'twin',
  'twins',
  'heir',
  'anew',
  'everywhere',
  'trouble',
  'whatever',
];

/** `useTabInView` and `use-tab-in-view.ts` as words. */
const wordsOf = (name: string): string[] => name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const isOut = (name: string): boolean => wordsOf(name).some((word) => outOfNames.includes(word));

test('files are named in plain words of the field', () => {
  expect(files.map((file) => file.path).filter((file) => isOut(path.basename(file)))).toEqual([]);
});

test('what is exported is named in plain words of the field', () => {
  const named = files.flatMap((file) =>
    [...file.text.matchAll(/^export (?:async )?(?:function|class|abstract class|const|interface|type) (\w+)/gm)].flatMap((found) =>
      isOut(found[1]!) ? [`${file.path}: ${found[1]!}`] : [],
    ),
  );
  expect(named).toEqual([]);
});

/** Words that no comment needs: each has a plain one in the glossary. */
const outOfComments = /\b(?:wish|wishes|wished|deeds?|foretold|foretells?|heirs?|twins?|anew)\b/i;

test('comments are written without the words that are out', () => {
  const comments = files.flatMap((file) =>
    [...file.text.matchAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/ .*$/gm)].flatMap((found) =>
      outOfComments.test(found[0]) ? [`${file.path}: ${found[0].trim().slice(0, 120)}`] : [],
    ),
  );
  expect(comments).toEqual([]);
});

/** Beginnings without a subject: a docstring says what its symbol is or does ("Returns …", "Indexes of …"). */
const subjectless = /^(?:Does|Of|Those|That|Whoever|Somebody|By|From|So|Says)\b/;

test('a docstring of an exported symbol begins with its subject or its verb', () => {
  const bare = files.flatMap((file) =>
    [...file.text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:\/\/ oxlint[^\n]*\n)?export /g)].flatMap((found) => {
      const text = found[1]!.replace(/^[\s*]+/, '');
      return subjectless.test(text) ? [`${file.path}: ${text.slice(0, 120)}`] : [];
    }),
  );
  expect(bare).toEqual([]);
});
