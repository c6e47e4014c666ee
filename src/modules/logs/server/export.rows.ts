import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { loginColumnNames, operationColumnNames, type ExportedLog } from '../common/export.contract.ts';
import { clientLoginList, consoleLoginList } from '../common/login-log.contract.ts';
import { operationList } from '../common/operation-log.contract.ts';
import { clientLogin, consoleLogin, operationLog } from '../common/permissions.ts';
import { allOf, countMillis, inTime, readAll, readSlice, readSlowly, type LogSource, type LogWhere } from './log-slice.ts';
import { loginWhere, type LoginSide } from './login.filter.ts';
import { loginSource } from './login.query.ts';
import { endsOf, loginViews, loginViewsWith, networksOf, type LoginLine } from './login.view.ts';
import { sealedUntil } from './sealed-until.ts';
import { whereOf } from './operation/operation.filter.ts';
import { operationSource } from './operation/operation.query.ts';
import { changedFields, viewsOf, viewsWith, type ViewedRow } from './operation/operation.view.ts';

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
  /** Its newest rows. */
  newest(call: Reading, request: LogWhere, count: number): Promise<readonly ExportedRow[]>;
  /** All of them, the newest first, `size` at a time; what no column is for is not looked up. */
  all(call: Reading, request: LogWhere, file: { size: number; columns: readonly string[] }): AsyncGenerator<readonly ExportedRow[]>;
}

/** A file has no column of what undid a call. */
const unasked: ReadonlyMap<string, string> = new Map();

/** Each log that is exported. */
export const exportedParts: Readonly<Record<ExportedLog, ExportedPart>> = {
  operation: {
    code: operationLog.button.export,
    subject: 'operation',
    columns: operationColumnNames,
    source: operationSource,
    where: (call, filters) => whereOf(call, checked(operationList.input.safeParse(filters))),
    newest: async (call, request, pageSize) => {
      const { rows } = await readSlice<ViewedRow>(call.db, operationSource, request, { pageSize, unhurried: true });
      return viewsOf(call, rows);
    },
    all: async function* (call, request, { size, columns }) {
      const { db } = call;
      if (request.slow) {
        for await (const rows of readSlowly<ViewedRow>(db, operationSource, request, size)) yield await viewsOf(call, rows);
        return;
      }
      const sealed = await sealedUntil(call, 'audit_log');
      const lookUp = (batches: readonly string[]) => changedFields(call, columns.includes('fields') ? batches : []);
      for await (const { rows, beside } of readAll<ViewedRow, ReadonlyMap<string, string[]>>(db, operationSource, request, {
        size,
        column: 'batch_id',
        lookUp,
      }))
        yield viewsWith(call, rows, { fields: beside, reverts: unasked, sealed });
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
    newest: async (call, request, pageSize) => {
      const { rows } = await readSlice<LoginLine>(call.db, loginSource, request, { pageSize, unhurried: true });
      return loginViews(call, rows);
    },
    all: async function* (call, request, { size, columns }) {
      const { db } = call;
      if (request.slow) {
        for await (const rows of readSlowly<LoginLine>(db, loginSource, request, size)) yield await loginViews(call, rows);
        return;
      }
      const sealed = await sealedUntil(call, 'login_log');
      const lookUp = (sessions: readonly string[]) => endsOf(call, sessions);
      for await (const { rows, beside } of readAll<LoginLine, Awaited<ReturnType<typeof lookUp>>>(db, loginSource, request, {
        size,
        column: 'session_id',
        lookUp,
      }))
        yield loginViewsWith(rows, { ends: beside, sealed, networks: await networksOf(call, columns.includes('network') ? rows : []) });
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

/** Asked again for each page: who lost the right gets no further row. */
export async function assertGranted({ access }: Pick<Services, 'access'>, { uid }: Pick<Caller, 'uid'>, needed: string): Promise<void> {
  const grants = await access.grants(uid);
  if (!grants.superAdmin && !grants.codes.has(needed)) throw new Refusal(code.notGranted, { code: needed });
}

/** How many rows there are, up to one more than `most`; undefined where counting them takes too long. */
export async function countUpTo({ db }: Reading, { source }: ExportedPart, request: LogWhere, most: number): Promise<number | undefined> {
  return inTime(db, countMillis, async (tx) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from (select from ${sql.table(source.table)} where ${allOf(request)} limit ${most + 1}) as found`.execute(
      tx,
    );
    return rows[0]?.n ?? 0;
  });
}
