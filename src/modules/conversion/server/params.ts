import { availableParallelism } from 'node:os';
import type { Selectable } from 'kysely';
import { newId } from '#kit/server/ids.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import { convertTypes } from '../common/conversion.contract.ts';
import { paramPage } from '../common/permissions.ts';
import type { ConvertParamTable } from './conversion.table.ts';

/** The parameters as they are kept. */
export type ParamRow = Selectable<ConvertParamTable>;

/** The parameters of conversion in the change engine. */
export const convertParamKind = siteKind(
  tableKind({
    kind: 'convertParam',
    module: 'conversion',
    codes: { read: paramPage.code, revert: paramPage.button.save },
    table: 'convert_param',
    name: 'id',
    fields: {
      workers: { column: 'workers' },
      timeout: { column: 'timeout' },
      memory: { column: 'memory' },
      maxSize: { column: 'max_size' },
      maxPages: { column: 'max_pages' },
      types: { column: 'types' },
      dpi: { column: 'dpi' },
      cacheGiB: { column: 'cache_gi_b' },
      cacheDays: { column: 'cache_days' },
    },
  }),
);

/** The one row of the parameters. */
export const readParams = (db: Db): Promise<ParamRow> => db.selectFrom('convert_param').selectAll().executeTakeFirstOrThrow();

/** What a first start finds. */
export async function seedParams({ database: { db }, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  await db
    .insertInto('convert_param')
    .values({
      id: newId(),
      version: 1,
      created_at: now(),
      updated_at: now(),
      workers: Math.max(1, Math.min(8, availableParallelism() - 1)),
      timeout: 60,
      memory: 1_024,
      max_size: 100,
      max_pages: 500,
      types: JSON.stringify(convertTypes),
      dpi: 144,
      cache_gi_b: 20,
      cache_days: 30,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}
