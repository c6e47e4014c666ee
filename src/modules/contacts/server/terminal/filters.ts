import { sql, type RawBuilder } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { extraConditions } from '#modules/people/server/public.ts';
import type { ContactField } from '../../common/field.contract.ts';
import type { ConfigAnswer } from '../../common/terminal.contract.ts';
import { extraCodeIn, type FieldKey } from '../../common/words.ts';
import { extraOf, isFilter } from '../field/extras.ts';
import type { Eye } from './eye.ts';
import { assertMay } from './refuse.ts';
import { labelOf } from './rows.ts';

/** Columns and values of the product's own fields that are chosen from. */
const choices: Readonly<Partial<Record<FieldKey, { column: string; values: readonly string[] }>>> = {
  gender: { column: 'gender', values: ['male', 'female'] },
  employmentType: { column: 'employment_type', values: ['regular', 'contractor', 'intern', 'outsourced', 'shared', 'service'] },
};

/** Fields by which a viewer may narrow what is found, with what to choose from. */
export function filtersOf(eye: Eye): ConfigAnswer['filters'] {
  const { services, language, viewer } = eye;
  return viewer.book.fields.filter(mayNarrow).map((field) => {
    const own = choices[field.fieldKey]?.values ?? [];
    const options = extraOf(field.fieldKey)?.options.filter(({ enabled }) => enabled) ?? [];
    return {
      key: field.fieldKey,
      label: labelOf(eye, { field }),
      options: [
        ...own.map((value) => ({ value, label: services.texts.text(language, 'contacts', `${field.fieldKey}.${value}`) })),
        ...options.map(({ value, label }) => ({ value, label: pick(label, language) })),
      ],
    };
  });
}

const mayNarrow = ({ fieldKey, filterable }: ContactField): boolean => filterable && isFilter(fieldKey);

/** What narrows a search, and by which fields: a condition on a person `e`. */
export async function narrowing(eye: Eye, filters: readonly string[]): Promise<{ condition: RawBuilder<boolean>; fields: ContactField[] }> {
  if (filters.length === 0) return { condition: sql<boolean>`true`, fields: [] };
  await assertMay(eye, 'directory.filter');
  const fields: ContactField[] = [];
  const conditions = filters.flatMap((filter) => {
    const at = filter.indexOf('=');
    const [key, value] = [filter.slice(0, at), filter.slice(at + 1)];
    const field = eye.viewer.book.fields.find((one) => one.fieldKey === key && mayNarrow(one));
    const condition = field && valueIs(field.fieldKey, value);
    // Left out, it would choose everybody.
    if (!field || !condition)
      throw new InvalidInput([{ path: 'filters', namespace: 'contacts', key: 'field.noFilter', params: { field: key } }]);
    fields.push(field);
    return condition;
  });
  return { condition: sql<boolean>`(${sql.join(conditions, sql` and `)})`, fields };
}

function valueIs(key: FieldKey, value: string): RawBuilder<boolean>[] | undefined {
  const own = choices[key];
  if (own) return own.values.includes(value) ? [sql<boolean>`${sql.ref(`e.${own.column}`)} = ${value}`] : undefined;
  const code = extraCodeIn(key);
  return code === undefined ? undefined : extraConditions('employee', 'e', [`${code}=${value}`]);
}
