import { createHash } from 'node:crypto';
import { usedExtras } from '#modules/people/server/public.ts';
import type { Audience } from '../../common/words.ts';
import { extraCodeIn } from '../../common/words.ts';
import { extraOf } from '../field/extras.ts';
import type { Book, Members } from '../rule/book.ts';
import type { Viewer } from '../rule/compile.ts';
import type { Eye } from './eye.ts';
import type { CopyRange } from './sync-cursor.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
const plain = ({ employees, departments, crowds }: Members): string[] =>
  [...employees.keys(), ...departments.keys(), ...crowds.keys()].toSorted();

/** What rows hold besides their fields: a copy whose rows hold something else is made again. */
const rowForm = 'avatar';

/** What a viewer's ranges let into the copy. */
export const copyRangeOf = ({ parts, person }: Viewer): CopyRange => ({
  spans: parts.map(({ tree }) => ({ gives: copyOf(tree.gives), takes: copyOf(tree.takes) })),
  own: person.placements.map(({ path }) => path),
  managers: [...person.managers],
});

const copyOf = ({
  all,
  under,
  at,
  crowds,
  people,
  line,
}: Viewer['parts'][number]['tree']['gives']): CopyRange['spans'][number]['gives'] => ({
  all,
  under: [...under],
  at: [...at],
  crowds: [...crowds],
  people: [...people],
  line,
});

/** A viewer as the ranges were when a copy was made; people are as they are now. */
export const viewerThen = (viewer: Viewer, { spans, own, managers }: CopyRange): Viewer => ({
  ...viewer,
  person: { ...viewer.person, placements: own.map((path) => ({ id: '', path, company: null })), managers },
  parts: spans.map((tree) => ({ roleId: '', name: '', builtIn: false, tree, search: tree, exact: [], functions: [] })),
});

const words = new WeakMap<Book, string>();

/** Fields of a list's rows. */
const listed = ({ fields }: Book) => fields.filter(({ places }) => places.includes('list'));

/** Whether rows of a list name people or departments: of whom they tell goes by what the viewer sees. */
export const namesOthers = (book: Book): boolean =>
  namesUnfound(book) || listed(book).some(({ fieldKey }) => fieldKey === 'manager' || fieldKey === 'dottedManagers');

/** Whether they name some in a way that can't be followed back from who is named. */
export const namesUnfound = (book: Book): boolean =>
  listed(book).some(({ fieldKey }) => {
    const type = extraOf(fieldKey)?.type;
    return fieldKey === 'reports' || type === 'employee' || type === 'department';
  });

/** A word for everything but people and ranges that decides how the rows of this viewer's copy look, and who is kept out of it. */
export function shownWord({ viewer, language }: Pick<Eye, 'viewer' | 'language'>): string {
  const { book, person, parts, white, specials, functions } = viewer;
  const fields = listed(book);
  const rules = words.get(book) ?? digest([book.fields, book.config]);
  words.set(book, rules);
  const reads = (...audiences: Audience[]): boolean => fields.some(({ visibleTo }) => visibleTo.some((one) => audiences.includes(one)));
  const names = namesOthers(book);
  return digest([
    rowForm,
    rules,
    language,
    [...functions],
    white ?? null,
    // Where their departments stand is no matter: whoever is below a moved one is told of by the feed.
    specials.map(({ rule, exception, within }) => [
      rule.id,
      rule.mode,
      rule.fields,
      rule.exceptionsSee,
      plain(rule.belongs),
      exception,
      within,
    ]),
    // Extra fields have words of their own: their names and those of their choices.
    fields.some(({ fieldKey }) => extraCodeIn(fieldKey) !== undefined) ? usedExtras('employee') : null,
    // Whether a masked value is shown on request goes by the role in whose range somebody lies.
    names || fields.some(({ mask, reveal }) => mask !== 'none' && reveal) ? parts : null,
    reads('roles') ? parts.map(({ roleId }) => roleId) : null,
    names || reads('sameDept', 'sameDeptBelow', 'sameCompany') ? person.placements : null,
    names || specials.length > 0 || reads('reportingLine') ? person.managers : null,
  ]);
}

/** A word for the ranges of a viewer, as far as they decide who is in the copy. */
export const rangedWord = (viewer: Viewer): string => digest(copyRangeOf(viewer));

/** A word for all that decides what a viewer is shown; people apart. */
export const viewerWord = (viewer: Viewer): string => {
  const { book, person, parts, white, specials, functions } = viewer;
  return digest([
    shownWord({ viewer, language: 'en_US' }),
    person.placements,
    person.managers,
    parts,
    white,
    [...functions],
    specials.map(({ rule }) => [rule.deniedFunctions, rule.proxyId]),
    book.config,
  ]);
};
