import { expect, test } from 'vitest';
import { entriesOf, withEntries, withImport, withItem, withPropertyItem, withTableLine } from './edit-source.ts';
import { withinSentence } from '../../src/kit/common/crud/english.ts';
import { nameOf, pluralOf, titleOf, titleOfOne, Unfit } from './names.ts';
import { chosenLines } from './template.ts';

const source = (text: string) => ({ file: 'x.ts', text });

test('A name has all its forms, and a bad one is refused with an example', () => {
  expect(nameOf('meeting-room', 'a module')).toEqual({
    kebab: 'meeting-room',
    camel: 'meetingRoom',
    pascal: 'MeetingRoom',
    snake: 'meeting_room',
    words: 'meeting room',
  });
  for (const bad of ['', 'Meeting', 'meeting_room', '-room', 'room-', '9room', 'a--b', '../x', 'x'.repeat(41)])
    expect(() => nameOf(bad, 'a module'), bad).toThrow(/meeting-room/);
});

test('Plurals are English', () => {
  const plurals = ['room', 'category', 'switch', 'box', 'address', 'key', 'meeting-room'].map(
    (name) => pluralOf(nameOf(name, 'a page')).kebab,
  );
  expect(plurals).toEqual(['rooms', 'categories', 'switches', 'boxes', 'addresses', 'keys', 'meeting-rooms']);
});

test('A title has three languages in their order', () => {
  const title = titleOf(' 会议室 | Meeting rooms|会議室', 'title');
  expect(title).toEqual({ zh_CN: '会议室', en_US: 'Meeting rooms', ja_JP: '会議室' });
  expect(titleOfOne(undefined, { title, entity: nameOf('big-room', 'a page') })).toEqual({ ...title, en_US: 'Big room' });
  expect([withinSentence('Meeting rooms'), withinSentence('VPN tunnels')]).toEqual(['meeting rooms', 'VPN tunnels']);
  for (const bad of [undefined, '', 'a', 'a|b', 'a|b|', "a|it's|c", 'a|b{c}|d', '会议|会议|会議', `a|${'b'.repeat(61)}|c`])
    expect(() => titleOf(bad, 'title'), bad).toThrow(Unfit);
});

test('Lines are chosen by whether things belong to a department', () => {
  const text = [
    'a',
    'b, // #scoped',
    '// #scoped {',
    'c',
    '// #scoped }',
    '  // #unscoped   d',
    '{/* #scoped { */}',
    'e',
    '{/* #scoped } */}',
    'f',
  ].join('\n');
  expect(chosenLines(text, true).split('\n')).toEqual(['a', 'b,', 'c', 'e', 'f']);
  expect(chosenLines(text, false).split('\n')).toEqual(['a', '  d', 'f']);
});

test('A list takes one more, whether it is written out, empty or named elsewhere', () => {
  expect(withItem(source("const all: T[] = [a, f('],[')];"), /T\[\] =/, 'b').text).toBe("const all: T[] = [a, f('],['), b];");
  expect(() => withItem(source('const all = [\n  a, // ]\n];'), /all =/, 'b')).toThrow(/ends with a comment/);
  expect(withPropertyItem(source('x = {\n  routes: pages,\n};'), 'routes', 'b', 'name').text).toBe('x = {\n  routes: [...pages, b],\n};');
  expect(withPropertyItem(source('x = {\n  name: 1,\n};'), 'kinds', 'b', 'name').text).toBe('x = {\n  name: 1,\n  kinds: [b],\n};');
  expect(() => withItem(source('nothing'), /all =/, 'b')).toThrow(/x\.ts has no list/);
});

test('An import joins the one from the same place, else stands beside its like', () => {
  const text = "import { a } from '#kit/a.ts';\nimport { b } from './b.ts';\n";
  expect(withImport(source(text), 'c', './b.ts').text).toBe("import { a } from '#kit/a.ts';\nimport { b, c } from './b.ts';\n");
  expect(withImport(source(text), 'b', './b.ts').text).toBe(text);
  expect(withImport(source(text), 'd', '#kit/d.ts').text).toBe(
    "import { a } from '#kit/a.ts';\nimport { d } from '#kit/d.ts';\nimport { b } from './b.ts';\n",
  );
});

test('Texts go to the end of their catalogue, lines to the end of their table', () => {
  expect(withEntries(source("export const zh_CN = {\n  a: 'x'\n};\n\ndeclare {\n};"), /zh_CN = \{/, '\n  b: 1,\n').text).toBe(
    "export const zh_CN = {\n  a: 'x',\n  b: 1,\n};\n\ndeclare {\n};",
  );
  expect(entriesOf('x = {\n  a: 1,\n};\n')).toBe('\n  a: 1,');
  const readme = '# M\n\n## Calls\n| a |\n| - |\n\n## Tables\n- t\n';
  expect(withTableLine(source(readme), 'Calls', '| b |').text).toBe('# M\n\n## Calls\n| a |\n| - |\n| b |\n\n## Tables\n- t\n');
  expect(withTableLine(source(readme), 'Screens', '| b |').text).toBe(readme);
});
