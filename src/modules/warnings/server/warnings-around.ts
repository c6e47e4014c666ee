import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { rangeOn } from '#kit/server/change/callers.ts';
import type { Call } from '#kit/server/handle.ts';
import type { WarningTable } from '#kit/server/warning/warning.table.ts';
import { warningSentence } from '#kit/server/warning/warning-text.ts';
import { warningPage } from '../common/permissions.ts';
import { warningInRange } from './warning.query.ts';

/** A warning that began or was over. */
export interface WarningMoment {
  id: string;
  at: number;
  over: boolean;
  /** What is wrong, in the reader's language. */
  text: string;
  severity: WarningTable['severity'];
}

interface Span {
  from: number;
  to: number;
  module: string | undefined;
  limit: number;
}

/** Warnings that began or were over within a span of time, for who may read warnings, in the range of that right. */
export async function warningsAround(
  { caller, db, services }: Pick<Call, 'caller' | 'db' | 'services'>,
  { from, to, module, limit }: Span,
): Promise<WarningMoment[]> {
  if (!caller.can(warningPage.code)) return [];
  const inRange = warningInRange(services, rangeOn(caller, warningPage.code));
  const { rows } = await sql<Selectable<WarningTable> & { at: number; over: boolean }>`select warning.*, happened.at, happened.over
    from warning, lateral (values (warning.opened_at, false), (warning.resolved_at, true)) as happened(at, over)
    where happened.at between ${from} and ${to} and warning.opened_at is not null and ${inRange}
      and ${module === undefined ? sql`true` : sql`warning.module = ${module}`} order by happened.at limit ${limit}`.execute(db);
  const { language } = caller;
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    over: row.over,
    severity: row.severity,
    text: warningSentence(services.warnings.kindOf(row.kind), row, { language }),
  }));
}
