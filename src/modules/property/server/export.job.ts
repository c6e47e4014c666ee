import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { propertyPage as page } from '../common/permissions.ts';
import type { propertyExport } from '../common/value.contract.ts';
import { fileColumns } from './columns.ts';
import type { Value } from './resolve.ts';
import { keyOf, scopeNames, valueInRange } from './scopes.ts';

type Payload = Parsed<typeof propertyExport>;
type Row = Value & { namespace: string; key: string; secret: boolean };

const pieceSize = 1000;

/** Writes the values in range to a file that the import reads again. */
export const propertyExportJob: JobKind<Payload, MadeSheet> = {
  kind: 'property.export',
  title: { namespace: 'property', key: 'job.export' },
  code: page.button.export,
  run: (context, payload) => {
    const { services, caller } = context;
    const label = (key: string): string => services.texts.text(caller.language, 'property', key);
    return keepSheet(context, {
      title: label('propertyValue'),
      header: fileColumns.map((column) => label(`propertyValue.field.${column}`)),
      rows: cellsOf(context, payload),
      format: payload.format,
      query: { namespace: payload.namespace ?? null },
    });
  },
};

async function* cellsOf({ services, caller }: JobContext, { namespace }: Payload): AsyncGenerator<Cell[]> {
  const { db } = services.database;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } =
      await sql<Row>`select property_value.*, namespace, key, secret from property_value join property on property.id = property_id
      where property_value.id > ${after} and not secret and ${valueInRange(caller.scope())} and (${namespace ?? null}::text is null or namespace = ${namespace ?? null})
      order by property_value.id limit ${pieceSize}`.execute(db);
    const scopes = rows.map((row) => ({ scopeKind: row.scope_kind, scopeId: row.scope_id }));
    const names = await scopeNames(db, scopes, caller.language, caller.scope());
    for (const [at, row] of rows.entries()) {
      const scopeName = names.get(keyOf(scopes[at]!)) ?? '';
      yield [
        row.namespace,
        row.key,
        row.scope_kind,
        row.scope_id,
        scopeName,
        cellOf(row.value),
        row.priority,
        momentOf(row.valid_from),
        momentOf(row.valid_until),
        String(row.enabled),
      ];
    }
    if (rows.length < pieceSize) return;
    after = rows.at(-1)!.id;
  }
}

const cellOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const momentOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
