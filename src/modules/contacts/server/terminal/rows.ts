import { pick } from '#kit/common/language.ts';
import { pathInRange } from '#kit/server/caller.ts';
import type { PersonRow, ShownField } from '../../common/terminal.contract.ts';
import type { FieldKey, Place } from '../../common/words.ts';
import type { Person, Placement } from '../rule/book.ts';
import { decide, type Decision } from '../rule/decide.ts';
import { readPeople } from '../rule/read-people.ts';
import { drawnOf } from './drawn.ts';
import { whyOf, type Eye } from './eye.ts';
import { fieldsAt, maskedValue, type Readable } from './fields.ts';
import { nameOfField } from '../field/extras.ts';
import { departmentNames, extraNames, extraWords, nameOf, readValues, valueOf } from './values.ts';

/** A person with what was decided about them. */
export interface Seen {
  readonly person: Person;
  readonly decision: Decision;
}

/** Returns, of these people, those whose decision a terminal may learn, in their order. */
export async function seenOf(eye: Eye, ids: readonly string[]): Promise<Seen[]> {
  const people = await readPeople(eye.db, ids, eye.viewer.book.crowds);
  const drawn = await drawnOf(eye, [...people.keys()]);
  return ids.flatMap((id) => {
    const person = people.get(id);
    return person && drawn.has(id) ? [{ person, decision: decide(eye.viewer, person) }] : [];
  });
}

/** Departments in which a viewer sees somebody. */
function placesSeen({ preview }: Eye, { decision }: Seen, place: Place): readonly Placement[] {
  const found =
    place === 'search' && decision.searchAt.length > 0 ? decision.searchAt : decision.tree ? decision.treeAt : decision.searchAt;
  return preview ? found.filter(({ path }) => pathInRange(preview.range, path)) : found;
}

/** A field's name: that of the settings, or its own. */
export const labelOf = (
  { services, language }: Pick<Eye, 'language'> & { services: Pick<Eye['services'], 'texts'> },
  { field }: Pick<Readable, 'field'>,
): string => (field.label ? pick(field.label, language) : nameOfField(services.texts, language, field.fieldKey));

const naming: Readonly<Partial<Record<FieldKey, true>>> = { manager: true, dottedManagers: true, reports: true };

/** People as a place shows them to a viewer. */
export async function rowsOf(eye: Eye, seen: readonly Seen[], place: Place): Promise<PersonRow[]> {
  const readable = new Map(seen.map(({ person, decision }) => [person.id, fieldsAt(eye.viewer, person, decision, place)]));
  const wanted = new Set([...readable.values()].flat().map(({ field }) => field.fieldKey));
  const ids = seen.map(({ person }) => person.id);
  const values = await readValues(eye, ids, wanted.has('reports'));
  const named = [...wanted].some((key) => naming[key])
    ? [...values.values()].flatMap(({ managerId, dottedIds, reportIds }) => [...(managerId ? [managerId] : []), ...dottedIds, ...reportIds])
    : [];
  const extras = await extraWords(eye, values, wanted);
  const names = await extraNames(eye, wanted, [...values.values()], named);
  const places = new Map(seen.map((one) => [one.person.id, placesSeen(eye, one, place)]));
  const departments = await departmentNames(eye, [...places.values()].flat());
  return seen.flatMap(({ person, decision }) => {
    const own = values.get(person.id);
    if (!own) return [];
    const at = (places.get(person.id) ?? []).flatMap(({ id }) => (departments.has(id) ? [{ id, ...departments.get(id)! }] : []));
    const words = { values: own, names, departments: at.map(({ path }) => path), extras: extras.get(person.id) ?? {} };
    return [
      {
        id: person.id,
        name: nameOf(eye, own),
        avatar: own.avatar,
        enabled: person.status === 'active',
        departments: at.map(({ id, name }) => ({ id, name })),
        fields: (readable.get(person.id) ?? []).flatMap((one) => shownField(eye, one, valueOf(eye, one.field.fieldKey, words))),
        ...(eye.preview && { why: whyOf(eye, decision) }),
      },
    ];
  });
}

function shownField(eye: Eye, one: Readable, value: string): ShownField[] {
  if (value === '') return [];
  const { fieldKey, copyable, action } = one.field;
  const masked = one.mask !== 'none';
  return [
    {
      key: fieldKey,
      label: labelOf(eye, one),
      value: maskedValue(fieldKey, value, one.mask),
      masked,
      reveal: one.reveal,
      copyable: copyable && !masked,
      action,
    },
  ];
}
