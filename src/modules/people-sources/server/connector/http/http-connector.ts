import { httpSourceConfig, type HttpSourceConfig } from '../../../common/config/http.ts';
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
import { dingtalkShape } from './dingtalk.ts';
import type { DirectoryWay, HttpPage, HttpShape } from './directory.ts';
import { feishuShape } from './feishu.ts';
import { genericShape } from './generic.ts';
import { HttpClient, httpFailure, type HttpWaits, type HttpWay } from './http-client.ts';
import { genericNames, presetNames } from './suggested-names.ts';
import { wecomShape } from './wecom.ts';

const usual: HttpWaits = { first: 500, longest: 30_000 };

function shapeOf(config: HttpSourceConfig): HttpShape {
  const vendor = { base: config.base, appId: config.auth.appId };
  if (config.preset === 'wecom') return wecomShape(vendor);
  if (config.preset === 'dingtalk') return dingtalkShape(vendor);
  return config.preset === 'feishu' ? feishuShape(vendor) : genericShape(config);
}

interface Reading {
  readonly house: HttpWay['house'];
  readonly source: OpenSource<HttpSourceConfig>;
  readonly waits: HttpWaits;
  readonly signal: AbortSignal;
}

/** The mark of the last reading, where it is one of this configuration. */
function sinceOf({ sinceParameter, sincePath }: HttpSourceConfig, cursor: string | null): string | undefined {
  if (sinceParameter === '' || cursor === null) return undefined;
  const [parameter, path, mark] = cursor.split('\n');
  return parameter === sinceParameter && path === sincePath ? mark : undefined;
}

/** Follows the mark of a reading: the largest, numbers by their size. */
class Mark {
  value: string | undefined;
  note(mark: string, isLargest: boolean): void {
    const old = this.value;
    if (old === undefined || !isLargest) this.value = mark;
    else if (/^\d+$/.test(mark) && /^\d+$/.test(old) ? BigInt(mark) > BigInt(old) : mark > old) this.value = mark;
  }
}

interface Started {
  readonly shape: HttpShape;
  readonly way: DirectoryWay;
  readonly mark: Mark;
}

function start(
  { house, source: { config, secrets }, waits, signal }: Reading,
  request: Pick<ReadRequest, 'attributes'>,
  since?: string,
): Started {
  const shape = shapeOf(config);
  const client = new HttpClient({ house, ca: config.ca, perSecond: config.perSecond, codes: shape.codes, waits, signal });
  const mark = new Mark();
  mark.value = since;
  const way: DirectoryWay = {
    client,
    credentials: shape.credentials(secrets['secret'] ?? ''),
    base: shape.base,
    wanted: request.attributes ?? {},
    departments: [],
    since,
    note: (said) => mark.note(said, config.sinceFrom === 'record'),
  };
  return { shape, way, mark };
}

async function* readAll(reading: Reading, request: ReadRequest): AsyncGenerator<ReadEvent> {
  const { config } = reading.source;
  const since = request.mode === 'incremental' ? sinceOf(config, request.cursor) : undefined;
  const { shape, way, mark } = start(reading, request, since);
  const most = request.mode === 'sample' ? (request.limit ?? 10) : Number.MAX_SAFE_INTEGER;
  for await (const records of upTo(most, shape.departments(way), way.departments)) yield { records };
  // Who is in several departments comes with each of them.
  const seen = new Set<string>();
  let count = 0;
  for await (const { records, gone = [] } of shape.people(way)) {
    reading.signal.throwIfAborted();
    const fresh = records.filter(({ values }) => !seen.has(String(values['$id']))).slice(0, most - count);
    for (const { values } of fresh) seen.add(String(values['$id']));
    count += fresh.length;
    if (fresh.length > 0) yield { records: fresh };
    // Everything was asked for: who is gone is not there, whatever else is said.
    if (gone.length > 0 && since !== undefined) yield { gone: gone.map((id) => ({ of: 'employee' as const, id })) };
    if (count >= most) break;
  }
  const cursor = mark.value === undefined ? null : [config.sinceParameter, config.sincePath, mark.value].join('\n');
  yield {
    end: {
      cursor: request.mode === 'sample' ? null : cursor,
      ...(request.mode === 'incremental' && since === undefined && { whole: true as const }),
    },
  };
}

/** Departments, at most so many; notes their ids. */
async function* upTo(most: number, pages: AsyncGenerator<HttpPage>, ids: string[]): AsyncGenerator<readonly RawRecord[]> {
  for await (const { records } of pages) {
    const taken = records.slice(0, most - ids.length);
    ids.push(...taken.map(({ values }) => String(values['$id'])));
    yield taken;
    if (ids.length >= most) return;
  }
}

/** Objects that events named, each fetched again; nobody is gone because an event says so. */
async function* readOnly(reading: Reading, request: ReadRequest, only: NonNullable<ReadRequest['only']>): AsyncGenerator<ReadEvent> {
  const { shape, way } = start(reading, request);
  if (!shape.one) throw new SourceFailure('syntax', 'person');
  for (const { of, id } of only.toSorted((left, right) => left.of.localeCompare(right.of))) {
    reading.signal.throwIfAborted();
    const found = await shape.one(way, of, id).catch((error: unknown) => {
      if (error instanceof SourceFailure && error.category === 'empty') return undefined;
      // Who may not be seen is not gone: the next full reading says more.
      if (error instanceof SourceFailure && error.category === 'permission') return null;
      throw error;
    });
    if (found) yield { records: [found] };
    else if (found === undefined) yield { gone: [{ of, id }] };
  }
  yield { end: { cursor: request.cursor } };
}

/** Tries the way, being let in, and a record. */
async function tryIt(reading: Reading): Promise<TestLine[]> {
  const lines: TestLine[] = [];
  const { shape, way } = start(reading, {});
  const { hostname, port, protocol, host } = new URL(shape.base);
  const name = hostname.replace(/^\[|\]$/g, '');
  const at = port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port);
  const step = async (named: TestStep, work: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    const ms = (): number => Math.round(performance.now() - started);
    try {
      await work();
      lines.push({ step: named, ok: true, what: host, ms: ms() });
    } catch (error) {
      const failure = failureOf(error, reading.signal, host);
      lines.push({ step: stepOf(named, failure), ok: false, category: failure.category, what: failure.what, ms: ms() });
      throw failure;
    }
  };
  const { outbound } = reading.house;
  try {
    await step('resolve', () => outbound.resolve(name, at));
    await step('connect', async () => (await outbound.connect(name, at)).destroy());
    await step('signIn', () => shape.tryOut(way));
    await step('read', () => readSome(reading));
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
  }
  return lines;
}

async function readSome(reading: Reading): Promise<void> {
  let people = 0;
  for await (const event of readAll(reading, { mode: 'sample', cursor: null, limit: 1, signal: reading.signal }))
    if ('records' in event) people += event.records.filter(({ of }) => of === 'employee').length;
  if (people === 0) throw new SourceFailure('empty');
}

/** Being let in and reading are one call for most: by how it failed one sees how far it came. */
function stepOf(step: TestStep, { category }: SourceFailure): TestStep {
  if (category === 'tls') return 'tls';
  return step === 'signIn' && !['auth', 'permission'].includes(category) ? 'read' : step;
}

function failureOf(error: unknown, signal: AbortSignal, what: string): SourceFailure {
  if (signal.aborted) return new SourceFailure('timeout', what, error);
  const failure = httpFailure(error, what);
  return failure instanceof SourceFailure ? failure : new SourceFailure('protocol', what, error);
}

/** Directories over HTTP; tests wait less long than people do. */
export function httpConnectorWith(waits: HttpWaits): Connector<HttpSourceConfig> {
  return {
    kind: 'http',
    config: httpSourceConfig,
    secrets: ['secret', 'eventToken', 'eventKey'],
    // Also how it travels there: another header or path is another reader.
    target: ({ preset, base, plain, ca, auth }) => JSON.stringify({ preset, base, plain, ca, auth }),
    incremental: ({ sinceParameter }) => sinceParameter !== '',
    fetchesOne: ({ preset, person }, of) => preset !== 'generic' || (of === 'employee' && person.path !== ''),
    test: (house, source, signal) => tryIt({ house, source, waits, signal }),
    read: (house, source, request) => {
      const reading: Reading = { house, source, waits, signal: request.signal };
      return request.only ? readOnly(reading, request, request.only) : readAll(reading, request);
    },
    suggests: genericNames,
    suggestsFor: ({ preset }) => presetNames[preset],
  };
}

/** Directories over HTTP: WeCom, DingTalk, Feishu, and any that answers JSON. */
export const httpConnector = httpConnectorWith(usual);
