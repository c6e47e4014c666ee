import { sql } from 'kysely';
import { z } from 'zod';
import { columnOf, type FieldSet } from '#kit/common/crud/field.ts';
import type { ConfigKind } from '../config/config-area.ts';
import { nameIn, tidied, type Written } from './crud-write.ts';
import { departmentField, departmentPathsOf } from './crud-range.ts';

/** The entity as configuration that is carried between installations as text; a module names it in an area of its `configAreas`. */
export function configOf(entity: Written): ConfigKind {
  const { contract, table, kind } = entity;
  const { fields } = contract;
  const key = keyOf(fields, contract.name);
  const references = Object.entries(fields).flatMap(([name, { is, traits }]) =>
    traits.target === undefined ? [] : [[is.list ? `${name}.*` : name, traits.target]],
  );
  const secrets = Object.entries(fields).flatMap(([name, field]) =>
    field.is.secret ? [[name, { table, column: columnOf(name, field) }]] : [],
  );
  const department = departmentField(entity);
  return {
    name: kebabOf(contract.kind),
    kind,
    fields: configured(entity),
    ...(references.length > 0 && { refers: Object.fromEntries(references) as Record<string, string> }),
    ...(secrets.length > 0 && { secrets: Object.fromEntries(secrets) as NonNullable<ConfigKind['secrets']> }),
    ...(Object.values(fields).some(({ traits }) => traits.target === 'crowd') && { after: ['crowd'] }),
    constant: Object.keys(fields).filter((name) => fields[name]?.is.immutable && name !== 'enabled'),
    objects: async (db) => {
      const column = sql.ref(columnOf(key, fields[key]!));
      const { rows } = await sql<{ id: string; code: string }>`select id, ${column} as code from ${sql.table(table)}
        where ${column} is not null order by ${column}`.execute(db);
      return rows;
    },
    create: async (db, { id, given }) => {
      const departmentId = department === undefined ? undefined : given[department];
      const paths =
        typeof departmentId === 'string'
          ? await db.transaction().execute((tx) => departmentPathsOf(entity)(tx, [departmentId]))
          : undefined;
      return { id, name: nameIn(given[contract.name]), path: paths?.get(String(departmentId)) ?? null, fields: {} };
    },
  };
}

/** The field by which files name an object: its unique code, else its name. */
const keyOf = (fields: FieldSet, name: string): string => (fields['code']?.is.unique ? 'code' : name);

const lastPlace = 1_000_000;

/** Fields that are configuration, and what each must be in a file: what people enter, the place in an order, and whether it is enabled. */
function configured(entity: Written): Record<string, z.ZodType> {
  const own = Object.entries(entity.contract.fields).flatMap(([name, field]): [string, z.ZodType][] => {
    if (field.is.secret) return [];
    if (field.traits.place) return [[name, z.int().min(1).max(lastPlace).default(lastPlace)]];
    if (field.is.readOnly) return name === 'enabled' ? [[name, z.boolean().default(true)]] : [];
    return [[name, entity.draft.tidy ? field.draft.transform((value) => tidied(entity, { [name]: value })[name]) : field.draft]];
  });
  return Object.fromEntries(own);
}

const kebabOf = (kind: string): string => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
