import type { BatchAnswer, ConfigAnswer, PicturesAnswer } from '../../common/terminal.contract.ts';
import { picturesOf } from '#modules/people/server/public.ts';
import { contactFunctions, places, type Place } from '../../common/words.ts';
import { filtersOf } from './filters.ts';
import { isSeen } from '../rule/decide.ts';
import type { Eye } from './eye.ts';
import { labelOf, seenOf } from './rows.ts';
import { nameOf, readValues } from './values.ts';

/** What a terminal asks first: how things are drawn, and what the viewer may do. */
export function configFor(eye: Eye): ConfigAnswer {
  const { book, functions } = eye.viewer;
  const { config } = book;
  const at = (place: Place) =>
    book.fields
      .filter((field) => field.places.includes(place))
      .map((field) => ({ key: field.fieldKey, label: labelOf(eye, { field }), section: field.section, action: field.action }));
  const mayKeep = functions.has('directory.offline') && config.directoryOn;
  return {
    epoch: book.word,
    directoryOn: config.directoryOn,
    treeOn: config.treeOn,
    places: Object.fromEntries(places.map((place) => [place, at(place)])) as ConfigAnswer['places'],
    searchable: book.fields
      .filter(({ searchable }) => searchable !== 'no')
      .map(({ fieldKey, searchable }) => ({ key: fieldKey, way: searchable })),
    filters: functions.has('directory.filter') ? filtersOf(eye) : [],
    sortPeople: config.sortPeople,
    nameFormat: config.nameFormat,
    functions: contactFunctions.filter((one) => functions.has(one)),
    searchMin: config.searchMin,
    searchLimit: config.searchLimit,
    offline: { mode: mayKeep ? config.offlineMode : 'none', maxPeople: config.offlineMax, ttlHours: config.offlineTtlHours, key: null },
    watermark: config.watermark,
  };
}

/** Pictures of those of these people whom the viewer sees. */
export async function picturesFor(eye: Eye, empIds: readonly string[]): Promise<PicturesAnswer> {
  const seen = (await seenOf(eye, empIds)).filter(({ decision }) => isSeen(decision) && eye.viewer.book.config.directoryOn);
  const ids = seen.map(({ person }) => person.id);
  const [values, pictures] = await Promise.all([readValues(eye, ids, false), picturesOf(eye.db, ids)]);
  return {
    list: ids.flatMap((id) => {
      const [mark, picture] = [values.get(id)?.avatar, pictures.get(id)];
      return mark && picture !== undefined ? [{ id, mark, picture }] : [];
    }),
  };
}

/** Names of people. `shared`: those with whom the viewer is in a group, as messaging knows them; their names show though the rules would not. */
export async function namesFor(eye: Eye, empIds: readonly string[], shared: ReadonlySet<string> = new Set()): Promise<BatchAnswer> {
  const seen = await seenOf(eye, empIds);
  const told = seen.filter(({ person, decision }) => isSeen(decision) || shared.has(person.id));
  const ids = told.map(({ person }) => person.id);
  const [values, pictures] = await Promise.all([readValues(eye, ids, false), picturesOf(eye.db, ids)]);
  return {
    list: told.flatMap(({ person }) => {
      const own = values.get(person.id);
      return own
        ? [
            {
              id: person.id,
              name: nameOf(eye, own),
              avatar: pictures.get(person.id) ?? null,
              former: person.status === 'deleted' || person.status === 'left',
            },
          ]
        : [];
    }),
  };
}
