import type { Parsed } from '#kit/common/contract.ts';
import { licenceLimits } from '#kit/common/licence/licence-facts.ts';
import { keepSheet, type MadeSheet } from '#kit/server/files/keep-sheet.ts';
import type { JobKind } from '#kit/server/services.ts';
import type { Cell } from '#platform/sheets/cell.ts';
import type { licenceExport } from '../common/licence.contract.ts';
import { licenceManage } from '../common/permissions.ts';
import { assertSiteWide, storeOf } from './licence.query.ts';
import { readDays } from './usage.ts';

/** Writes what was used on each day to a file: 400 rows at most. */
export const usageExportJob: JobKind<Parsed<typeof licenceExport>, MadeSheet> = {
  kind: 'licence.usage',
  title: { namespace: 'licence', key: 'job.usage' },
  code: licenceManage.button.exportUsage,
  run: async (context, { format }) => {
    const { services, caller } = context;
    assertSiteWide(caller);
    const word = (key: string): string => services.texts.text(caller.language, 'licence', key);
    const { counts, terms } = storeOf(services);
    const kinds = licenceLimits.filter((kind) => counts[kind]);
    const days = await readDays(services.database.db, '');
    const header = [word('usage.day'), ...kinds.flatMap((kind) => [word(`limit.${kind}`), word('usage.max')])];
    const { limits } = terms();
    const rows = days.map((row): Cell[] => [{ day: row.day }, ...kinds.flatMap((kind) => [row[kind], limits[kind] ?? null])]);
    return keepSheet(context, { title: word('usage.title'), header, rows, format, query: {} });
  },
};
