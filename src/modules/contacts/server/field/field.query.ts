import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { contactField, type ContactField, type fieldSave } from '../../common/field.contract.ts';
import { isOwnField } from '../../common/words.ts';
import { hiddenField, readExtraKeys } from './extras.ts';

/** Every field in its order; extra ones that nobody has placed yet are the last. */
export async function readFields(db: Db): Promise<ContactField[]> {
  const extras = await readExtraKeys(db);
  const { rows } =
    await sql`select field_key as "fieldKey", places, section, label, visible_to as "visibleTo", visible_roles as "visibleRoles", mask, reveal,
      searchable, filterable, copyable, editable_by_self as "editableBySelf", action from contact_field order by order_no, field_key`.execute(
      db,
    );
  const there = new Set<string>(extras.map(({ key }) => key));
  const stored = rows.map((row) => contactField.parse(row)).filter(({ fieldKey }) => isOwnField(fieldKey) || there.has(fieldKey));
  const known = new Set<string>(stored.map(({ fieldKey }) => fieldKey));
  return [...stored, ...extras.filter(({ key }) => !known.has(key)).map(({ key, sensitive }) => hiddenField(key, sensitive))];
}

/** The version of the set, when and by whom it was changed last. */
export async function readFieldVersion(db: Db): Promise<{ version: number; updatedAt: number; updatedBy: string | null }> {
  const { rows } = await sql<{
    version: number;
    updatedAt: number;
    updatedBy: string | null;
  }>`select version, updated_at as "updatedAt", updated_by as "updatedBy" from contact_field_set`.execute(db);
  return rows[0]!;
}

/** The whole set as the console reads it; `names`: of people by id. */
export async function fieldSetView(db: Db, names: (id: string | null) => string): Promise<Reply<typeof fieldSave>> {
  const { updatedBy, ...stamp } = await readFieldVersion(db);
  return { ...stamp, updatedBy: names(updatedBy), fields: await readFields(db) };
}
