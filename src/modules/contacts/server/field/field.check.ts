import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { contactField, type ContactField } from '../../common/field.contract.ts';
import { openFields, placeRoom, places } from '../../common/words.ts';
import { actionsFor, isFilter, isSensitive, titleOfField, waysOf } from './extras.ts';
import { readFields } from './field.query.ts';
import { ownedFields } from './owned.ts';

/** Opening what is nobody's business to everybody asks for the password again after this long (10428). */
const stepUpMillis = 5 * 60_000;

/** The rules of the whole set as it would be afterwards; undo keeps them, too. */
export async function checkFields(tx: Tx, caller: Caller, operations: readonly Operation[]): Promise<void> {
  const now = await readFields(tx);
  const requested = new Map((await keysOf(tx, operations)).map(([key, after]) => [key, after]));
  const known = new Set(now.map(({ fieldKey }) => fieldKey));
  if ([...requested.keys()].some((key) => !known.has(key)))
    throw new InvalidInput([{ path: 'fieldKey', namespace: 'contacts', key: 'field.gone' }]);
  const after = now.map((field): ContactField => contactField.parse({ ...field, ...requested.get(field.fieldKey) }));
  for (const place of places) {
    const room = placeRoom[place];
    const held = after.filter((field) => field.fieldKey !== 'name' && field.places.includes(place));
    if (room !== undefined && held.length > room)
      throw new Refusal(20010, { field: titleOfField(held[room]!.fieldKey), n: room }, { place });
  }
  const owners = after.some(({ editableBySelf }) => editableBySelf) ? await ownedFields(tx) : new Map<string, string>();
  for (const field of after) {
    const { fieldKey, visibleTo, action } = field;
    const isFixed = openFields.includes(fieldKey);
    if (isFixed && (!visibleTo.includes('everyone') || field.mask !== 'none' || !field.places.includes('card')))
      throw new Refusal(20011, { field: titleOfField(fieldKey) }, { field: fieldKey });
    const owner = field.editableBySelf ? owners.get(fieldKey) : undefined;
    if (owner !== undefined) throw new Refusal(20013, { field: titleOfField(fieldKey), name: owner }, { field: fieldKey, source: owner });
    if (!actionsFor(fieldKey).includes(action)) throw new Refusal(20012, { field: titleOfField(fieldKey) }, { field: fieldKey });
  }
  for (const [key, changed] of requested) assertFindable(key, changed);
  const opened = openedFields(now, after).filter(isSensitive);
  if (opened.length > 0 && clock.now() - caller.confirmedAt > stepUpMillis) throw new Refusal(code.stepUp);
}

/** A field is searched and filtered by in the ways that are quick for it. */
function assertFindable(key: ContactField['fieldKey'], { searchable, filterable }: Record<string, unknown>): void {
  const issue = (reason: string) =>
    new InvalidInput([{ path: 'fields', namespace: 'contacts', key: reason, params: { field: titleOfField(key) } }]);
  const isOffered = searchable === undefined || searchable === 'no' || waysOf(key).some((way) => way === searchable);
  if (!isOffered) throw issue('field.noSearch');
  if (filterable === true && !isFilter(key)) throw issue('field.noFilter');
}

/** Fields that more people read afterwards: everybody, or without the mask. */
export function openedFields(before: readonly ContactField[], after: readonly ContactField[]): ContactField['fieldKey'][] {
  const old = new Map(before.map((field) => [field.fieldKey, field]));
  return after.flatMap((field) => {
    const was = old.get(field.fieldKey);
    const audience = ({ visibleTo, visibleRoles }: ContactField): string[] => [
      ...visibleTo.filter((one) => one !== 'nobody'),
      ...visibleRoles,
    ];
    const seen = new Set(was ? audience(was) : []);
    const wider = !seen.has('everyone') && audience(field).some((one) => !seen.has(one));
    const clearer = was !== undefined && was.mask !== 'none' && (field.mask === 'none' || (was.mask === 'all' && field.mask === 'middle'));
    return wider || clearer ? [field.fieldKey] : [];
  });
}

async function keysOf(tx: Tx, operations: readonly Operation[]): Promise<[ContactField['fieldKey'], Record<string, unknown>][]> {
  const ids = operations.map(({ id }) => id);
  const { rows } = await sql<{
    id: string;
    key: ContactField['fieldKey'];
  }>`select id, field_key as key from contact_field where id = any(${ids}::uuid[])`.execute(tx);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  return operations.flatMap(({ id, after }) => {
    const { order: _order, ...fields } = after ?? {};
    // A file may make the row of an extra field that nobody has placed yet.
    const key = keys.get(id) ?? contactField.shape.fieldKey.safeParse(fields['fieldKey']).data;
    const { fieldKey: _fieldKey, ...changed } = fields;
    return key ? [[key, changed]] : [];
  });
}
