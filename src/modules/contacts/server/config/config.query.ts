import { sql } from 'kysely';
import type { Reply } from '#kit/common/contract.ts';
import type { Db } from '#kit/server/directory.ts';
import { contactConfigFields, type ContactConfig, type contactConfigGet } from '../../common/config.contract.ts';
import { configColumns } from './config.columns.ts';

type Row = ContactConfig & { id: string; version: number; updatedAt: number; updatedBy: string | null };

/** The settings with their version. */
export async function readConfigRow(db: Db): Promise<Row> {
  const list = Object.entries(configColumns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`);
  const { rows } =
    await sql<Row>`select id, version, updated_at as "updatedAt", updated_by as "updatedBy", ${sql.join(list)} from contact_config`.execute(
      db,
    );
  return rows[0]!;
}

/** The settings of the directory. */
export const readConfig = async (db: Db): Promise<ContactConfig> => contactConfigFields.parse(await readConfigRow(db));

/** The settings as the console reads them; `names`: of people by id. */
export async function configView(db: Db, names: (id: string | null) => string): Promise<Reply<typeof contactConfigGet>> {
  const { updatedBy, ...row } = await readConfigRow(db);
  return { ...row, updatedBy: names(updatedBy) };
}
