import type { Parsed } from '#kit/common/contract.ts';
import { licenceLimits } from '#kit/common/licence/licence-facts.ts';
import { keepMade, temporary } from '#kit/server/files/files.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import { writeCsv } from '#platform/sheets/write-csv.ts';
import { writeXlsx } from '#platform/sheets/write-xlsx.ts';
import type { licenceExport } from '../common/licence.contract.ts';
import { licenceManage } from '../common/permissions.ts';
import { assertSiteWide, storeOf } from './licence.query.ts';
import { readDays } from './usage.ts';

const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' } as const;

/** Writes what was used on each day to a file: 400 rows at most. */
export const usageExportJob: JobKind<Parsed<typeof licenceExport>, { fileId: string; rows: number }> = {
  kind: 'licence.usage',
  title: { namespace: 'licence', key: 'job.usage' },
  code: licenceManage.button.exportUsage,
  run: async ({ services, caller }, { format }) => {
    assertSiteWide(caller);
    const word = (key: string): string => services.texts.text(caller.language, 'licence', key);
    const { counts, terms } = storeOf(services);
    const kinds = licenceLimits.filter((kind) => counts[kind]);
    const days = await readDays(services.database.db, '');
    const header = [word('usage.day'), ...kinds.flatMap((kind) => [word(`limit.${kind}`), word('usage.max')])];
    const { limits } = terms();
    const rows = days.map((row): Cell[] => [{ day: row.day }, ...kinds.flatMap((kind) => [row[kind], limits[kind] ?? null])]);
    const sheet = word('usage.title');
    const stream = format === 'csv' ? writeCsv(rows, { header }) : writeXlsx(rows, { sheet, header });
    const name = `${sheet}-${new Date(services.now()).toISOString().slice(0, 10)}.${format}`;
    const made = { name, type: types[format], purpose: 'export', owner: caller.uid, keepMillis: temporary } as const;
    const file = await keepMade(services, stream, made);
    await services.readLog.note(caller, { area: 'export', query: { format }, rows: rows.length, fileId: file.id, bytes: file.size });
    return { fileId: file.id, rows: rows.length };
  },
};
