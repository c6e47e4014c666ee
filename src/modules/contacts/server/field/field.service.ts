import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, outOfRange, stale } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import type { ContactField, fieldList, fieldSave } from '../../common/field.contract.ts';
import { isOwnField, openFields } from '../../common/words.ts';
import { defaultFields } from './defaults.ts';
import { actionsFor, hiddenField, isFilter, isSensitive, nameOfField, typeOf, waysOf } from './extras.ts';
import { contactFieldKind } from './field.kind.ts';
import { fieldSetView, readFieldVersion } from './field.query.ts';
import { ownedFields } from './owned.ts';

/** Makes the fields that this version brings and that are not there yet. */
export async function seedFields(db: Db, fields: readonly ContactField[] = defaultFields): Promise<void> {
  const rows = fields.map((field, at) => ({ id: newId(), order: at + 1, ...field }));
  const now = clock.now();
  await sql`insert into contact_field (id, field_key, order_no, places, section, label, visible_to, visible_roles, mask, reveal, searchable, filterable, copyable,
      editable_by_self, action, version, created_at, updated_at)
    select id, "fieldKey", "order", places, section, nullif(label, 'null'::jsonb), "visibleTo", "visibleRoles", mask, reveal, searchable, filterable, copyable,
      "editableBySelf", action, 1, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "fieldKey" text, "order" int, places jsonb, section text, label jsonb, "visibleTo" jsonb,
      "visibleRoles" jsonb, mask text, reveal boolean, searchable text, filterable boolean, copyable boolean, "editableBySelf" boolean, action text)
    on conflict (field_key) do nothing`.execute(db);
}

type Set_ = Reply<typeof fieldSave>;

/** The set with what can be said of each field. */
export async function listFields(call: Call): Promise<Reply<typeof fieldList>> {
  const { services, caller } = call;
  const set = await viewOf(call);
  const owners = await ownedFields(call.db);
  return {
    ...set,
    catalogue: set.fields.map(({ fieldKey }) => ({
      fieldKey,
      name: nameOfField(services.texts, caller.language, fieldKey),
      type: typeOf(fieldKey),
      fixed: openFields.includes(fieldKey),
      sensitive: isSensitive(fieldKey),
      actions: [...actionsFor(fieldKey)],
      searchWays: [...waysOf(fieldKey)],
      filterable: isFilter(fieldKey),
      owner: owners.get(fieldKey) ?? null,
    })),
  };
}

const viewOf = async (call: Pick<Call, 'db' | 'services' | 'caller'>): Promise<Set_> =>
  fieldSetView(call.db, await namesOf(call, [(await readFieldVersion(call.db)).updatedBy]));

/** Saves the set; fields that are left out keep their order behind the others. */
export async function saveFields(tx: Tx, call: Call, { version, fields }: Parsed<typeof fieldSave>): Promise<Set_> {
  // It holds for everybody.
  if (!call.caller.scope().all) throw outOfRange();
  const inside = { ...call, db: tx };
  await sql`select from contact_field_set for update`.execute(tx);
  const now = await viewOf(inside);
  if (now.version !== version) throw stale(now);
  if (new Set(fields.map(({ fieldKey }) => fieldKey)).size < fields.length)
    throw new InvalidInput([{ path: 'fields', namespace: 'contacts', key: 'field.twice' }]);
  const known = new Set<string>(now.fields.map(({ fieldKey }) => fieldKey));
  if (fields.some(({ fieldKey }) => !known.has(fieldKey)))
    throw new InvalidInput([{ path: 'fields', namespace: 'contacts', key: 'field.gone' }]);
  // An extra field has a row from the first time that it is saved.
  await seedFields(
    tx,
    now.fields.filter(({ fieldKey }) => !isOwnField(fieldKey)),
  );
  const { rows } = await sql<{ id: string; key: string }>`select id, field_key as key from contact_field`.execute(tx);
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  const named = new Set(fields.map(({ fieldKey }) => fieldKey));
  const ordered: ContactField[] = [...fields, ...now.fields.filter(({ fieldKey }) => !named.has(fieldKey))];
  await changeObjects(
    tx,
    call.caller,
    contactFieldKind,
    ordered.flatMap(({ fieldKey, label, ...rest }, at) => {
      const id = ids.get(fieldKey);
      const requested =
        label === null ? null : Object.fromEntries(Object.entries(label).filter(([, text]) => text !== undefined && text !== ''));
      return id ? [{ id, version: null, fields: { ...rest, label: requested, order: at + 1 } }] : [];
    }),
  );
  return viewOf(inside);
}

/** Puts everything back to what was delivered; extra fields are shown nowhere then. */
export async function resetFields(tx: Tx, call: Call, version: number): Promise<Set_> {
  const { fields } = await viewOf({ ...call, db: tx });
  const extras = fields.flatMap(({ fieldKey }) => (isOwnField(fieldKey) ? [] : [hiddenField(fieldKey, isSensitive(fieldKey))]));
  return saveFields(tx, call, { version, fields: [...defaultFields, ...extras] });
}
