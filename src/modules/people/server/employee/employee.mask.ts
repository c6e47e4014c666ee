import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { maskableFields, type MaskableField } from '../../common/employee-fields.ts';

/** Fields that nobody sees in full without unmasking. */
export async function maskedFieldsOf(db: Db): Promise<MaskableField[]> {
  const { rows } = await sql<{ fields: MaskableField[] }>`select masked_fields as fields from muc_setting`.execute(db);
  return rows[0]?.fields ?? [...maskableFields];
}

/** A telephone number with its middle hidden: `138****5678`, `+81 90****5678`. */
export function maskMobile(mobile: string): string {
  const national = mobile.replace(/^\+86/, '');
  return national.length <= 7 ? '****' : `${national.slice(0, national.startsWith('+') ? 5 : 3)}****${national.slice(-4)}`;
}

/** An address of which the first letter and the host are shown: `a****@example.com`. */
const maskEmail = (email: string): string => `${email.slice(0, 1)}****${email.slice(email.lastIndexOf('@'))}`;

const masks: Readonly<Record<MaskableField, (value: string) => string>> = {
  mobile: maskMobile,
  // Of a birthday the year alone.
  birthday: (birthday) => `${birthday.slice(0, 4)}-**-**`,
  personalEmail: maskEmail,
  workPhone: maskMobile,
};

/** A value as everybody sees it. */
export const maskedValue = (field: MaskableField, value: string): string => masks[field](value);

/** A row without what only `unmask` shows. */
export function masked<T extends Partial<Record<MaskableField, string | null>>>(row: T, fields: readonly MaskableField[]): T {
  const hidden: Partial<Record<MaskableField, string>> = {};
  for (const field of fields) {
    const value = row[field];
    if (typeof value === 'string') hidden[field] = maskedValue(field, value);
  }
  return { ...row, ...hidden };
}
