import { sql } from 'kysely';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { loginColumnNames, operationColumnNames, type ExportedLog } from '../common/export.contract.ts';
import { clientLoginList, consoleLoginList } from '../common/login-log.contract.ts';
import { operationList } from '../common/operation-log.contract.ts';
import { clientLogin, consoleLogin, operationLog } from '../common/permissions.ts';
import { allOf, countMillis, inTime, readSlice, type LogSource, type LogWhere } from './log-slice.ts';
import { loginWhere, type LoginSide } from './login.filter.ts';
import { loginSource } from './login.query.ts';
import { loginViews, type LoginLine } from './login.view.ts';
import { whereOf } from './operation.filter.ts';
import { operationSource } from './operation.query.ts';
import { viewsOf, type AuditRow } from './operation.view.ts';

type Reading = Pick<Call, 'caller' | 'db' | 'services'>;
export type ExportedRow = Readonly<Record<string, unknown>>;

/** A log as it is exported. */
interface ExportedPart {
  /** Resource code that it needs. */
  readonly code: string;
  /** By whose labels its columns are named. */
  readonly subject: 'operation' | 'login';
  readonly columns: readonly string[];
  readonly source: LogSource;
  where(call: Reading, filters: Readonly<Record<string, unknown>>): Promise<LogWhere>;
  rows(
    call: Reading,
    wish: LogWhere,
    after: string | undefined,
    pageSize?: number,
  ): Promise<{ rows: readonly ExportedRow[]; next: string | null }>;
}

const exportPage = 1_000;

/** Each log that is exported. */
export const exportedParts: Readonly<Record<ExportedLog, ExportedPart>> = {
  operation: {
    code: operationLog.button.export,
    subject: 'operation',
    columns: operationColumnNames,
    source: operationSource,
    where: (call, filters) => whereOf(call, checked(operationList.input.safeParse(filters))),
    rows: async (call, wish, after, pageSize = exportPage) => {
      const { rows, next } = await readSlice<AuditRow>(call.db, operationSource, wish, { after, pageSize, unhurried: true });
      return { rows: await viewsOf(call, rows), next };
    },
  },
  consoleLogin: ofSide('console', consoleLogin.button.export),
  clientLogin: ofSide('client', clientLogin.button.export),
};

function ofSide(side: LoginSide, code: string): ExportedPart {
  const { input } = side === 'client' ? clientLoginList : consoleLoginList;
  return {
    code,
    subject: 'login',
    columns: loginColumnNames,
    source: loginSource,
    where: (call, filters) => loginWhere(call, side, checked(input.safeParse(filters))),
    rows: async (call, wish, after, pageSize = exportPage) => {
      const { rows, next } = await readSlice<LoginLine>(call.db, loginSource, wish, { after, pageSize, unhurried: true });
      return { rows: await loginViews(call, rows), next };
    },
  };
}

function checked<T>(parsed: { success: true; data: T } | { success: false }): T {
  if (parsed.success) return parsed.data;
  throw new InvalidInput([{ path: 'filters', namespace: 'kit', key: 'issue.invalid_value' }]);
}

/** Refuses with 10400 filters that the list of the log does not take. */
export function assertFilters(log: ExportedLog, filters: Readonly<Record<string, unknown>>): void {
  const { input } = log === 'operation' ? operationList : log === 'consoleLogin' ? consoleLoginList : clientLoginList;
  checked<object>(input.strict().safeParse(filters));
}

/** How many rows there are, up to one more than `most`; undefined where counting them takes too long. */
export async function countUpTo({ db }: Reading, { source }: ExportedPart, wish: LogWhere, most: number): Promise<number | undefined> {
  return inTime(db, countMillis, async (tx) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from (select from ${sql.table(source.table)} where ${allOf(wish)} limit ${most + 1}) as found`.execute(tx);
    return rows[0]?.n ?? 0;
  });
}
