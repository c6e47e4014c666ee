import { z } from 'zod';
import { sqlSourceConfig, type SqlSourceConfig } from '../../../common/config/sql.ts';
import {
  SourceFailure,
  type Connector,
  type OpenSource,
  type RawRecord,
  type ReadEvent,
  type ReadRequest,
  type TestLine,
  type TestStep,
} from '../connector.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { parseQuery, pastMark, type Bound, type Query } from './query.ts';
import type { SqlLimits, SqlRow, SqlSession, SqlWay } from './session.ts';
import { sqlFailure } from './sql-failure.ts';

const usual: SqlLimits = { statementMs: 600_000, rows: 2_000 };
const open = (way: SqlWay): Promise<SqlSession> => (way.source.config.database === 'mysql' ? openMysql(way) : openPostgres(way));

/** Queries of a source, looked at before anything is connected. */
interface Queries {
  readonly people: Query;
  readonly departments: Query | undefined;
  readonly removed: Query | undefined;
}

function queriesOf({ database, peopleQuery, departmentsQuery, removedQuery }: SqlSourceConfig): Queries {
  const optional = (text: string): Query | undefined => (text.trim() === '' ? undefined : parseQuery(text, database));
  return { people: parseQuery(peopleQuery, database), departments: optional(departmentsQuery), removed: optional(removedQuery) };
}

const cursorSchema = z.object({ column: z.string(), mark: z.string() });
type Cursor = z.output<typeof cursorSchema>;

/** A cursor that belongs to the column of marks of now. */
function cursorOf(config: SqlSourceConfig, cursor: string | null): Cursor | undefined {
  if (cursor === null) return undefined;
  try {
    const found = cursorSchema.parse(JSON.parse(cursor));
    return found.column.toLowerCase() === config.markColumn.toLowerCase() ? found : undefined;
  } catch {
    return undefined;
  }
}

const whole = /^-?\d+$/;
const decimal = /^-?\d+(?:\.\d+)?$/;

/** Whether a mark is past another: numbers by their size, moments and anything else by how they are written. */
export function isPast(mark: string, other: string): boolean {
  if (whole.test(mark) && whole.test(other)) return BigInt(mark) > BigInt(other);
  return decimal.test(mark) && decimal.test(other) ? Number(mark) > Number(other) : mark > other;
}

/** Follows the largest mark of the rows that go by. */
class Follow {
  #cursor: Cursor | undefined;
  readonly #column: string;
  constructor(column: string, before: Cursor | undefined) {
    this.#column = column;
    this.#cursor = before;
  }
  note(row: SqlRow): void {
    if (this.#column === '') return;
    const column = Object.keys(row).find((name) => name.toLowerCase() === this.#column.toLowerCase());
    if (column === undefined) throw new SourceFailure('syntax', this.#column);
    const value = row[column];
    if (value === null || value === undefined || typeof value === 'object') return;
    const mark = String(value);
    if (!this.#cursor || isPast(mark, this.#cursor.mark)) this.#cursor = { column, mark };
  }
  get cursor(): string | null {
    return this.#cursor ? JSON.stringify(this.#cursor) : null;
  }
}

function peopleOf(queries: Queries, config: SqlSourceConfig, before: Cursor | undefined): Bound {
  const { people } = queries;
  if (people.hasMark) {
    if (!before && config.firstMark === '') throw new SourceFailure('syntax', ':mark');
    return people.bind(before?.mark ?? config.firstMark);
  }
  return before ? pastMark(people, { database: config.database, ...before }) : people.plain;
}

async function* records(
  session: SqlSession,
  of: RawRecord['of'],
  statement: Bound,
  each: { atMost?: number; note?: (row: SqlRow) => void } = {},
): AsyncGenerator<ReadEvent> {
  let line = 0;
  for await (const rows of session.rows(statement, each.atMost)) {
    if (each.note) for (const row of rows) each.note(row);
    yield { records: rows.map((values): RawRecord => ({ of, values, line: (line += 1) })) };
  }
}

async function* removed(session: SqlSession, query: Query, mark: string): AsyncGenerator<ReadEvent> {
  for await (const rows of session.rows(query.bind(mark))) {
    const gone = rows.flatMap((row) => {
      const [id] = Object.values(row);
      const of = row['of'] === 'department' ? ('department' as const) : ('employee' as const);
      return id === null || id === undefined || typeof id === 'object' ? [] : [{ of, id: String(id) }];
    });
    if (gone.length > 0) yield { gone };
  }
}

async function* readRows(session: SqlSession, queries: Queries, config: SqlSourceConfig, request: ReadRequest): AsyncGenerator<ReadEvent> {
  const isSample = request.mode === 'sample';
  const before = request.mode === 'incremental' ? cursorOf(config, request.cursor) : undefined;
  const follow = new Follow(config.markColumn, before);
  const atMost = isSample ? { atMost: request.limit ?? 10 } : {};
  if (queries.departments) yield* records(session, 'department', queries.departments.bind(before?.mark ?? config.firstMark), atMost);
  yield* records(session, 'employee', peopleOf(queries, config, before), { ...atMost, note: (row) => follow.note(row) });
  if (before && queries.removed) yield* removed(session, queries.removed, before.mark);
  yield { end: { cursor: isSample ? null : follow.cursor, ...(request.mode === 'incremental' && !before && { whole: true as const }) } };
}

/** Tries the way and one row of each query. */
async function trySteps(way: SqlWay): Promise<TestLine[]> {
  const { config } = way.source;
  const { host, port } = config;
  const where = `${host}:${port}`;
  const lines: TestLine[] = [];
  const step = async <T>(name: TestStep, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const result = await work();
      lines.push({ step: name, ok: true, what: where, ms: ms() });
      return result;
    } catch (error) {
      const failure = sqlFailure(error, where);
      const failed = failure.category === 'tls' ? 'tls' : name;
      lines.push({ step: failed, ok: false, category: failure.category, what: failure.what, ms: ms() });
      throw failure;
    }
  };
  let session: SqlSession | undefined;
  try {
    await step('resolve', () => way.house.outbound.resolve(host, port));
    await step('connect', async () => (await way.house.outbound.connect(host, port)).destroy());
    const opened = await step('signIn', () => open(way));
    session = opened;
    await step('read', async () => {
      const request: ReadRequest = { mode: 'sample', cursor: null, limit: 1, signal: way.signal };
      let people = 0;
      for await (const event of readRows(opened, queriesOf(config), config, request))
        if ('records' in event) people += event.records.filter(({ of }) => of === 'employee').length;
      if (people === 0) throw new SourceFailure('empty', where);
    });
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
  } finally {
    await session?.close();
  }
  return lines;
}

const names = (...all: string[]): readonly string[] => all;

/** Tables of PostgreSQL, MySQL and MariaDB; tests wait less long than people do. */
export function sqlConnectorWith(limits: SqlLimits): Connector<SqlSourceConfig> {
  const wayOf = (house: SqlWay['house'], source: OpenSource<SqlSourceConfig>, signal: AbortSignal): SqlWay => ({
    house,
    source,
    signal,
    limits,
  });
  return {
    kind: 'sql',
    config: sqlSourceConfig,
    secrets: ['password'],
    target: ({ database, host, port, name, user, tls, ca }) => JSON.stringify({ database, host, port, name, user, tls, ca }),
    incremental: ({ markColumn }) => markColumn !== '',
    test: (house, source, signal) => trySteps(wayOf(house, source, signal)),
    async *read(house, source, request) {
      const queries = queriesOf(source.config);
      const session = await open(wayOf(house, source, request.signal));
      try {
        yield* readRows(session, queries, source.config, request);
      } finally {
        await session.close();
      }
    },
    suggests: {
      'employee.externalId': names('id', 'employee_id', 'emp_id', 'user_id', 'uid'),
      'employee.account': names('account', 'login', 'username', 'user_name', 'uid'),
      'employee.name': names('name', 'full_name', 'display_name', 'emp_name'),
      'employee.employeeNo': names('employee_no', 'emp_no', 'number', 'staff_no'),
      'employee.mobile': names('mobile', 'mobile_phone', 'cell'),
      'employee.workPhone': names('phone', 'telephone', 'work_phone'),
      'employee.email': names('email', 'mail', 'e_mail'),
      'employee.title': names('title', 'position', 'job_title'),
      'employee.departments': names('department_id', 'dept_id', 'org_id'),
      'employee.departmentPath': names('department_path', 'dept_path', 'path'),
      'employee.manager': names('manager_id', 'manager', 'leader_id'),
      'employee.hireDate': names('hire_date', 'hired_at', 'join_date'),
      'department.externalId': names('id', 'department_id', 'dept_id', 'org_id'),
      'department.parent': names('parent_id', 'parent', 'pid'),
      'department.name': names('name', 'department_name', 'dept_name', 'org_name'),
      'department.path': names('path', 'department_path'),
      'department.order': names('order_no', 'sort', 'sort_no'),
      'department.code': names('code', 'department_code', 'dept_code'),
    },
  };
}

/** Tables of another database. */
export const sqlConnector = sqlConnectorWith(usual);
