import { sql } from 'kysely';
import type { LocalDraft } from '#kit/common/language.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Db } from '#kit/server/directory.ts';
import { notFound, outOfRange } from '#kit/server/refusal.ts';
import type { AppMinimum } from '../common/app.contract.ts';
import { appSeen } from './in-app.ts';
import './app/app.table.ts';

/** An app as other modules see it. */
export interface KnownApp {
  readonly id: string;
  readonly appKey: string;
  readonly name: LocalDraft;
  /** 1 new, 2 on shelf, 3 off shelf. */
  readonly status: number;
  readonly ownerDeptId: string;
  /** Builds below which it is no longer used, by platform. */
  readonly minimums: readonly AppMinimum[];
}

const columns = ['id', 'app_key', 'name', 'status', 'owner_dept_id', 'minimums'] as const;
type Row = { id: string; app_key: string; name: LocalDraft; status: number; owner_dept_id: string; minimums: AppMinimum[] };
const known = (row: Row): KnownApp => ({
  id: row.id,
  appKey: row.app_key,
  name: row.name,
  status: row.status,
  ownerDeptId: row.owner_dept_id,
  minimums: row.minimums,
});

/** Reads apps by id; unknown ids are absent. The data range is the caller's to ask (`appInRange`). */
export async function readApps(db: Db, ids: readonly string[]): Promise<Map<string, KnownApp>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('app')
    .select(columns)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, known(row)]));
}

/** Reads the app of a key, as terminals send it. */
export async function appByKey(db: Db, appKey: string): Promise<KnownApp | undefined> {
  const row = await db
    .selectFrom('app')
    .select(columns)
    .where(sql`lower(app_key)`, '=', appKey.toLowerCase())
    .executeTakeFirst();
  return row && known(row);
}

/** Reads an app in the caller's range, or one that the caller manages. Refuses with 10910, or 10404 for who sees everything. */
export async function findApp(db: Db, caller: Caller, appId: string): Promise<KnownApp> {
  const range = caller.scope();
  const { rows } = await sql<Row>`select id, app_key, name, status, owner_dept_id, minimums from app as t
    where id = ${appId}::uuid and ${appSeen(range, 't')}`.execute(db);
  if (!rows[0]) throw range.all ? notFound() : outOfRange();
  return known(rows[0]);
}
