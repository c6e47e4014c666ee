import { sql } from 'kysely';
import type { Parsed } from '#kit/common/contract.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobContext, JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import { propertyPage as page } from '../common/permissions.ts';
import type { propertyExport } from '../common/value.contract.ts';
import { fileColumns } from './columns.ts';
import type { Value } from './resolve.ts';
import { keyOf, scopeNames, valueInRange } from './scopes.ts';

type Payload = Parsed<typeof propertyExport>;
type Row = Value & { namespace: string; key: string; secret: boolean };

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' };
const pieceSize = 1000;

/** Writes the values in range to a file that the import reads again. */
export const propertyExportJob: JobKind<Payload, { fileId: string; rows: number }> = {
  kind: 'property.export',
  title: { namespace: 'property', key: 'job.export' },
  code: page.button.export,
  run: async (context, payload) => {
    const { services, caller } = context;
    const label = (key: string): string => services.texts.text(caller.language, 'property', key);
    const header = fileColumns.map((column) => label(`propertyValue.field.${column}`));
    const counted = { rows: 0 };
    const rows = cellsOf(context, payload, counted);
    const stream = payload.format === 'csv' ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet: label('propertyValue'), header });
    const name = `${label('property')}-${new Date(services.now()).toISOString().slice(0, 10)}.${payload.format}`;
    const file = await keepMade(services, stream, {
      name,
      type: types[payload.format],
      purpose: 'export',
      owner: caller.uid,
      keepMillis: temporary,
    });
    return { fileId: file.id, rows: counted.rows };
  },
};

async function* cellsOf(context: JobContext, { namespace }: Payload, counted: { rows: number }): AsyncGenerator<Cell[]> {
  const { db } = context.services.database;
  const { caller } = context;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    context.signal.throwIfAborted();
    const { rows } =
      await sql<Row>`select property_value.*, namespace, key, secret from property_value join property on property.id = property_id
      where property_value.id > ${after} and not secret and ${valueInRange(caller.scope())} and (${namespace ?? null}::text is null or namespace = ${namespace ?? null})
      order by property_value.id limit ${pieceSize}`.execute(db);
    const scopes = rows.map((row) => ({ scopeKind: row.scope_kind, scopeId: row.scope_id }));
    const names = await scopeNames(db, scopes, caller.language);
    for (const [at, row] of rows.entries()) {
      counted.rows += 1;
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
    await context.progress({ done: counted.rows, total: null, failed: 0 });
    if (rows.length < pieceSize) return;
    after = rows.at(-1)!.id;
  }
}

const cellOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const momentOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
