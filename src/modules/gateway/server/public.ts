import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { nobody } from './caller/callers.ts';
import type { RunInput, RunResult } from './run/context.ts';
import { CallFailure } from './run/failure.ts';
import { logCall } from './run/log-call.ts';
import { runCall } from './run/run-call.ts';
import { Trace } from './run/trace.ts';
import { tableOf } from './table/gateway-table.ts';

export { builtInTargets, type BuiltIn, type BuiltInCall, type BuiltInSource } from './built-in.ts';
export { signedText } from './caller/system-caller.ts';
export { inNetworks } from './caller/networks.ts';
export { mapByExpression } from './run/mapping.ts';
export { widgetSources, type WidgetSource } from './caller/widget-source.ts';
export type { CallClass } from './run/failure.ts';

/** Who in the product calls an interface. */
export interface InternalCaller {
  /** Name of the module. */
  readonly module: string;
  readonly employee?: { readonly uid: string; readonly account: string; readonly name: string };
  readonly widgetId?: string;
}

/** What an interface is called with: its parameters by name, wherever they come from. */
export interface InternalInput {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** How it went. */
export interface InternalAnswer {
  readonly class: RunResult['class'];
  /** By which the log of calls knows it. */
  readonly requestId: string;
  readonly code: number;
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The data of an answer in an envelope; of a raw one null. */
  readonly data: unknown;
  readonly body: Buffer;
}

/** The rest of the product that a call by a module needs. */
type Parts = Pick<Services, 'database' | 'outbound' | 'secrets' | 'now' | 'log' | 'directory' | 'texts' | 'bus'>;

/**
 * Calls a published interface by its path (`sys/prefix/interface`) or its id, as a module of the product: the same steps, limits and log as
 * for anybody else. Never throws for what went wrong at the other side: that is the class.
 */
export async function callInterface(services: Parts, by: InternalCaller, code: string, given: InternalInput = {}): Promise<InternalAnswer> {
  const [trace, at, requestId, hidden] = [new Trace(), services.now(), newId(), new Set<string>()];
  const snapshot = await tableOf(services).now();
  const loaded = snapshot.routes.get(code.toLowerCase()) ?? [...snapshot.routes.values()].find(({ id }) => id === code);
  const failed = (failure: CallFailure): InternalAnswer => ({
    class: failure.class,
    requestId,
    code: failure.code,
    status: 0,
    contentType: '',
    headers: {},
    data: null,
    body: Buffer.alloc(0),
  });
  if (!loaded) return failed(new CallFailure('notFound', { code: 14301 }));
  if (!loaded.enabled || !loaded.system.enabled || !loaded.prefix.enabled) return failed(new CallFailure('off', { code: 14302 }));
  if (!loaded.callers.includes('internal')) return failed(new CallFailure('permission', { code: 14305 }));
  trace.note('route', `${loaded.path} v${loaded.versionNo}`);
  const caller = {
    ...nobody('', 'zh_CN'),
    kind: 'internal' as const,
    id: by.module,
    name: by.module,
    employee: by.employee ?? null,
    widgetId: by.widgetId ?? null,
  };
  const input = inputOf(given.params ?? {}, loaded.definition.methods[0] ?? 'GET', loaded.definition.params);
  const most = Math.min(loaded.definition.behaviour.timeoutMs, loaded.settings.timeoutMs);
  const signal = (): AbortSignal => given.signal ?? new AbortController().signal;
  const timeoutMs = Math.min(given.timeoutMs ?? most, most);
  const result = await runCall({
    services,
    snapshot,
    loaded,
    input,
    caller,
    requestId,
    trace,
    signal,
    timeoutMs,
    hidden,
    mock: loaded.definition.mock.on,
    noCache: false,
  });
  const body = result.raw ?? Buffer.from(JSON.stringify(result.data));
  logCall({
    services,
    at,
    requestId,
    traceId: null,
    loaded,
    caller,
    input,
    result,
    trace,
    hidden,
    answer: body,
    httpStatus: result.status,
    test: false,
  });
  const { class: how, code: answered, status, contentType, headers, data } = result;
  return { class: how, requestId, code: answered, status, contentType, headers, data, body };
}

function inputOf(params: Readonly<Record<string, unknown>>, method: string, declared: readonly { name: string; from: string }[]): RunInput {
  const of = (from: string): [string, unknown][] =>
    declared.filter((param) => param.from === from && params[param.name] !== undefined).map(({ name }) => [name, params[name]]);
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return {
    method,
    query: Object.fromEntries(of('query').map(([name, value]) => [name, text(value)])),
    headers: Object.fromEntries(of('header').map(([name, value]) => [name.toLowerCase(), text(value)])),
    body: of('body').length === 0 ? Buffer.alloc(0) : Buffer.from(JSON.stringify(Object.fromEntries(of('body')))),
    contentType: 'application/json',
  };
}
