import { z } from 'zod';
import { fileConfig, type FileConfig } from '../../../common/config/file.ts';
import {
  SourceFailure,
  type Connector,
  type ConnectorHouse,
  type OpenSource,
  type RawRecord,
  type ReadEvent,
  type ReadRequest,
  type TestLine,
  type TestStep,
} from '../connector.ts';
import { FileFailure, fileFailureOf } from './file-failure.ts';
import { SameFile, withCopy, type LocalCopy } from './local-copy.ts';
import { rowsOf, titledRows, type TitledRow } from './sheet-rows.ts';

const pageRows = 500;

/** Reads people, and departments where there is a sheet of them, from a workbook or a text file. */
export const fileConnector: Connector<FileConfig> = {
  kind: 'file',
  config: fileConfig,
  secrets: ['token'],
  // A token goes to where the file is fetched, and nowhere else.
  target: ({ from, address }) => (from === 'address' ? address : from),
  incremental: saysWhatToDo,
  // Who is not in a file of changes is not gone.
  whole: (config) => !saysWhatToDo(config),
  test: (house, source, signal) => testFile({ house, source, signal }),
  read: (house, source, request) => readFile({ house, source, signal: request.signal }, request),
  suggests: {
    'employee.externalId': ['id', 'uid', 'userid', 'user id', 'employee id', 'person id', '人员编号', '人员id', '社員id', '従業員id'],
    'employee.account': ['login', 'login name', 'user name', 'username', '登录名', '用户名', 'ログイン名', 'ユーザー名', 'ユーザーid'],
    'employee.departmentPath': ['department path', 'department', '部门路径', '部门', '所属部门', '部門', '部署', '所属', '所属部署'],
    'employee.departments': ['department id', 'departmentid', '部门编号', '部门id', '部門id', '部署コード'],
    'employee.manager': ['manager', 'manager id', 'reports to', '上级', '直接上级', '汇报对象', '上司', '上長'],
    'department.externalId': ['id', 'department id', 'departmentid', '部门编号', '部门id', '部門id', '部署コード'],
    'department.parent': ['parent', 'parent id', 'parentid', '上级部门', '上级部门编号', '上位部門', '親部署'],
    'department.name': ['name', 'department', '部门名称', '名称', '部門名', '部署名'],
  },
};

function saysWhatToDo({ actionColumn }: FileConfig): boolean {
  return actionColumn !== '';
}

interface Reading {
  readonly house: ConnectorHouse;
  readonly source: OpenSource<FileConfig>;
  readonly signal: AbortSignal;
}

/** What is known of the file that was read last: how it stood there, and what it held. */
const known = z.object({ mark: z.string(), digest: z.string() });

function knownOf({ mark }: ReadRequest): z.output<typeof known> | undefined {
  if (mark === undefined) return undefined;
  return known.safeParse(JSON.parse(mark)).data;
}

async function* readFile(reading: Reading, request: ReadRequest): AsyncGenerator<ReadEvent> {
  if (request.mode === 'full' && saysWhatToDo(reading.source.config)) throw new FileFailure('action', 0);
  try {
    const before = knownOf(request);
    yield* withCopy({ ...reading, known: before?.mark || undefined }, (copy) =>
      eventsOf(copy, reading, { ...request, digest: before?.digest }),
    );
  } catch (error) {
    if (error instanceof SameFile) return yield { same: true };
    throw fileFailureOf(error);
  }
}

async function* eventsOf(
  copy: LocalCopy,
  { source: { config } }: Reading,
  request: ReadRequest & { digest?: string | undefined },
): AsyncGenerator<ReadEvent> {
  // Many exports are written again every night with what they held before.
  if (copy.digest === request.digest) return yield { same: true };
  const isSeen = request.mode === 'incremental' && copy.mark !== '' && copy.mark === request.cursor;
  const limit = request.mode === 'sample' ? (request.limit ?? pageRows) : Number.MAX_SAFE_INTEGER;
  if (!isSeen) {
    if (config.departmentSheet !== '') {
      const rows = titledRows(rowsOf(copy.path, config, config.departmentSheet), config.headerRow, []);
      for await (const page of pagesOf(rows, limit, request.signal)) yield { records: page.map((row) => recordOf('department', row)) };
    }
    const needed = saysWhatToDo(config) ? [config.actionColumn, config.idColumn] : [];
    const rows = titledRows(rowsOf(copy.path, config), config.headerRow, needed);
    for await (const page of pagesOf(rows, limit, request.signal)) yield* peopleIn(page, config);
  }
  const { mark, digest } = copy;
  yield { end: saysWhatToDo(config) ? { cursor: mark } : { cursor: null, mark: JSON.stringify({ mark, digest }) } };
}

const removal = new Set(['remove', 'delete', '删除', '移除', '離職', '离职', '削除', '退職']);

/** People of a page, and those whom a file of changes removes. */
function* peopleIn(rows: readonly TitledRow[], config: FileConfig): Generator<ReadEvent> {
  const isRemoved = ({ values }: TitledRow): boolean => removal.has((values[config.actionColumn] ?? '').toLowerCase());
  const gone = saysWhatToDo(config) ? rows.filter(isRemoved) : [];
  const records = rows
    .filter((row) => !gone.includes(row))
    .map((row) => recordOf('employee', row, config.idColumn === '' ? undefined : (row.values[config.idColumn] ?? null)));
  if (records.length > 0) yield { records };
  const ids = gone.flatMap(({ values }) => values[config.idColumn] ?? []);
  if (ids.length > 0) yield { gone: ids.map((id) => ({ of: 'employee' as const, id })) };
}

const recordOf = (of: RawRecord['of'], { line, values }: TitledRow, id?: string | null): RawRecord => ({
  of,
  line,
  values: id === undefined ? values : { ...values, $id: id },
});

async function* pagesOf(rows: AsyncIterable<TitledRow>, limit: number, signal: AbortSignal): AsyncGenerator<TitledRow[]> {
  let page: TitledRow[] = [];
  let count = 0;
  for await (const row of rows) {
    if (count >= limit) break;
    count += 1;
    page.push(row);
    if (page.length < pageRows) continue;
    signal.throwIfAborted();
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Finding and fetching the file is one step, reading a row of it the other. */
async function testFile(reading: Reading): Promise<TestLine[]> {
  const lines: TestLine[] = [];
  let step: TestStep = reading.source.config.from === 'address' ? 'connect' : 'resolve';
  let began = performance.now();
  const done = (): void => {
    lines.push({ step, ok: true, ms: Math.round(performance.now() - began) });
    began = performance.now();
  };
  async function* tried(copy: LocalCopy): AsyncGenerator<ReadEvent> {
    done();
    step = 'read';
    yield* eventsOf(copy, reading, { mode: 'sample', cursor: null, limit: 1, signal: reading.signal });
  }
  try {
    let people = 0;
    for await (const event of withCopy(reading, tried))
      if ('records' in event) people += event.records.filter(({ of }) => of === 'employee').length;
    if (people === 0 && !saysWhatToDo(reading.source.config)) throw new SourceFailure('empty');
    done();
  } catch (error) {
    const failure = fileFailureOf(error);
    if (!(failure instanceof SourceFailure)) throw failure;
    lines.push({ step, ok: false, category: failure.category, what: failure.what, ms: Math.round(performance.now() - began) });
  }
  return lines;
}
