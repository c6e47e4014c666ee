import { sql, type Selectable } from 'kysely';
import { partsOf, type LogPart } from '#kit/server/audit/purge.ts';
import type { Db } from '#kit/server/directory.ts';
import type { KnownLogKind, LogKind } from '#kit/server/log-kind.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import './cleaning.table.ts';
import type { CleanupConfigTable } from './cleaning.table.ts';

export const dayMillis = 86_400_000;
const hourMillis = 3_600_000;
/** A month may go only some days after its end: what was written late has arrived. */
const closedMillis = 2 * dayMillis;

export type ConfigData = Selectable<CleanupConfigTable>;

/** A kind of log with its retention. */
export interface Kept {
  readonly kind: KnownLogKind;
  readonly config: ConfigData;
}

type Kinds = Pick<Services, 'logKinds'>;

/** Gives every kind of log that the modules register a retention, once. */
export async function seedConfigs(db: Db, { logKinds, now }: Kinds & Pick<Services, 'now'>): Promise<void> {
  for (const kind of logKinds)
    await db
      .insertInto('cleanup_config')
      .values({
        kind: kind.code,
        keep_days: kind.defaultDays,
        mode: kind.archiveOnly ? 'archiveThenDelete' : 'delete',
        archive_target_id: null,
        next_days: null,
        next_at: null,
        next_by: null,
        next_by_name: null,
        scheduled_at: null,
        updated_at: now(),
        updated_by: null,
      })
      .onConflict((on) => on.doNothing())
      .execute();
}

/** Every kind with its retention. */
export async function allKept(db: Db, { logKinds }: Kinds): Promise<Kept[]> {
  const configs = new Map((await db.selectFrom('cleanup_config').selectAll().execute()).map((config) => [config.kind, config]));
  return logKinds.flatMap((kind) => {
    const config = configs.get(kind.code);
    // Nothing that was written elsewhere goes below the floor.
    return config ? [{ kind, config: { ...config, keep_days: Math.max(config.keep_days, kind.floorDays) } }] : [];
  });
}

/** One kind with its retention; 10404 for what no module registers. */
export async function keptOf(db: Db, services: Kinds, code: string): Promise<Kept> {
  const found = (await allKept(db, services)).find(({ kind }) => kind.code === code);
  if (!found) throw notFound();
  return found;
}

/** Kinds of one table are cleaned together. */
export const kindsOfTable = (services: Kinds, table: string): LogKind[] => services.logKinds.filter((kind) => kind.table === table);

/** Days for which rows of a table stay: the longest of its kinds, with another ask for one of them. */
export function daysOfTable(all: readonly Kept[], table: string, request?: { kind: string; keepDays: number }): number {
  const days = all
    .filter(({ kind }) => kind.table === table)
    .map(({ kind, config }) => Math.max(kind.floorDays, request?.kind === kind.code ? request.keepDays : config.keep_days));
  return Math.max(...days);
}

/** What is over its time: whole months; of a table without months one piece, up to the beginning of a month. */
export async function dueParts(db: Db, kind: LogKind, keepDays: number, now: number): Promise<LogPart[]> {
  const until = now - Math.max(keepDays, kind.floorDays) * dayMillis;
  if (kind.monthly) {
    const parts = await partsOf(db, kind.table);
    return parts.filter(({ to }) => to <= until && to + closedMillis <= now);
  }
  const date = new Date(until);
  const to = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(kind.table)} as log
    where ${sql.ref(`log.${kind.time}`)} < ${to} and ${kind.only ?? sql`true`}) as found`.execute(db);
  return rows[0]?.found ? [{ table: kind.table, part: kind.table, from: 0, to }] : [];
}

/** Whether it may be cleaned at this moment: its hours, in its zone. */
export function inWindow(config: Pick<ConfigData, 'window_from' | 'window_to' | 'zone'>, moment: number): boolean {
  const { window_from: from, window_to: to, zone } = config;
  if (from === to) return true;
  const text = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(moment);
  const hour = Number(text);
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** The next moment at which it is cleaned by itself; null while it is paused. */
export function nextRun(config: ConfigData, now: number): number | null {
  if (config.paused) return null;
  const earliest = Math.max(now, (config.scheduled_at ?? 0) + restMillis);
  for (let hour = 0; hour <= 48; hour++) {
    const moment = hour === 0 ? earliest : Math.ceil(earliest / hourMillis) * hourMillis + (hour - 1) * hourMillis;
    if (inWindow(config, moment)) return moment;
  }
  return null;
}

/** It is looked at once a night. */
export const restMillis = 20 * hourMillis;
