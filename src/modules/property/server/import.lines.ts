import { sql } from 'kysely';
import type { PropertyType } from '#kit/common/property.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import { refusedLine, type PlannedOperation } from '#kit/server/change/plan/make-plan.ts';
import type { Db } from '#kit/server/directory.ts';
import type { ReadRow } from '#platform/sheets/cell.ts';
import { scopeKinds, type ScopeOfValue } from '../common/value.contract.ts';
import type { FileColumn } from './columns.ts';
import { definitionOf, type Property } from './definitions.ts';
import { isScope, pathsOfScope, valueId, type Scope } from './scopes.ts';
import { unfit } from './value-check.ts';
import { propertyValueKind } from './value.kind.ts';
import { fieldsOf, labelOf } from './value.service.ts';

type Header = ReadonlyMap<FileColumn, number>;

interface Row {
  line: number;
  name: string;
  property: Property | undefined;
  scope: Scope | undefined;
  text: (column: FileColumn) => string;
}

/** Rows of a file as lines of a plan: new values, changed ones, the same, and refused ones with the reason. */
export async function linesOf(db: Db, header: Header, rows: readonly ReadRow[]): Promise<PlannedOperation[]> {
  const read = await rowsOf(db, header, rows);
  const ids = read.map(({ property, scope }) => (property && scope ? valueId(property.id, scope) : null));
  const states = await db.transaction().execute((tx) =>
    propertyValueKind.read(
      tx,
      ids.filter((id) => id !== null),
      false,
    ),
  );
  return Promise.all(
    read.map(async (row, at): Promise<PlannedOperation> => {
      const { line, name, property, scope } = row;
      const id = ids[at];
      if (!property) return refused(line, name, 'key', 'property');
      if (!scope || !id) return refused(line, name, 'scopeId', 'scope');
      if (property.secret) return refused(line, name, 'key', 'secret');
      const value = valueOf(row.text('value'), property.type);
      const why = await unfit(value, definitionOf(property));
      if (why) return refused(line, name, 'value', why);
      const rest = restOf(row);
      if (!rest) return refused(line, name, 'from', 'row');
      const fields = fieldsOf({ property, id }, { propertyId: property.id, ...scope, value, ...rest }, null);
      const state = states.get(id);
      if (!state)
        return {
          action: 'create',
          id,
          name,
          path: (await pathsOfScope(db, scope))[0] ?? null,
          before: null,
          after: fields,
          version: null,
          line,
        };
      const diff = diffOf(state.fields, fields as Fields);
      const same = { id, name, path: state.path, before: null, after: null, version: state.version, line };
      return diff ? { ...same, action: 'change', before: diff.before, after: diff.after } : { ...same, action: 'same' };
    }),
  );
}

const refused = (line: number, name: string, path: string, why: string): PlannedOperation =>
  refusedLine(line, name, { path, namespace: 'property', key: `reason.${why}` });

async function rowsOf(db: Db, header: Header, rows: readonly ReadRow[]): Promise<Row[]> {
  const textOf =
    ({ cells }: ReadRow) =>
    (column: FileColumn): string =>
      cells[header.get(column) ?? -1]?.trim() ?? '';
  const names = rows.map((row) => `${textOf(row)('namespace')}/${textOf(row)('key')}`);
  const properties = await db
    .selectFrom('property')
    .selectAll()
    .where(sql<boolean>`namespace || '/' || key = any(${[...new Set(names)]}::text[])`)
    .execute();
  const byName = new Map(properties.map((property) => [`${property.namespace}/${property.key}`, property]));
  return rows.map((row, at) => {
    const text = textOf(row);
    const property = byName.get(names[at]!);
    const scope = scopeOf(text('scopeKind'), text('scopeId'));
    return { line: row.row, property, scope, text, name: property && scope ? labelOf(property, scope) : names[at]! };
  });
}

function scopeOf(kind: string, scopeId: string): Scope | undefined {
  const scopeKind = scopeKinds.find((one): one is ScopeOfValue => one === kind);
  const scope = scopeKind && { scopeKind, scopeId };
  return scope && isScope(scope) ? scope : undefined;
}

/** A cell as a value of the type; undefined where it is none. */
function valueOf(cell: string, type: PropertyType): Json | undefined {
  if (type === 'string' || type === 'text' || type === 'duration' || type === 'url' || type === 'color') return cell;
  if (type === 'boolean') return /^(true|1)$/i.test(cell) ? true : /^(false|0)$/i.test(cell) ? false : undefined;
  if (type === 'integer' || type === 'number') return cell === '' ? undefined : Number(cell);
  try {
    return JSON.parse(cell) as Json;
  } catch {
    return undefined;
  }
}

/** Priority, time and switch of a row; undefined where one can't be read. */
function restOf({ text }: Row): { priority: number; from: number | null; until: number | null; enabled: boolean } | undefined {
  const priority = Number(text('priority') || 0);
  const [from, until] = [momentOf(text('from')), momentOf(text('until'))];
  const enabled = !/^(false|0)$/i.test(text('enabled'));
  if (!Number.isInteger(priority) || priority < 0 || priority > 1000 || from === undefined || until === undefined) return undefined;
  return { priority, from, until, enabled };
}

/** A moment as the export writes it (UTC), or none. */
function momentOf(cell: string): number | null | undefined {
  if (cell === '') return null;
  const at = Date.parse(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/.test(cell) ? `${cell.replace(' ', 'T')}Z` : cell);
  return Number.isNaN(at) ? undefined : at;
}
