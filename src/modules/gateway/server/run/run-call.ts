import type { Snapshot } from '../table/snapshot.ts';
import { askTarget } from '../target/ask.ts';
import { checkAnswer } from './answer-schema.ts';
import { cacheOf, type CachedAnswer } from './answer-cache.ts';
import {
  nothing,
  type Globals,
  type Loaded,
  type RunCaller,
  type RunInput,
  type RunResult,
  type RunServices,
  type TargetAnswer,
} from './context.ts';
import { envelopeAround, envelopeOf } from './envelope.ts';
import { CallFailure, failureOf } from './failure.ts';
import { globalsFor } from './globals.ts';
import { applyMapping, assertSuccess, maps } from './mapping.ts';
import { maskValue } from './mask.ts';
import { bodyFields, readParams } from './params.ts';
import type { Trace } from './trace.ts';

/** What a call runs with. */
export interface Running {
  readonly services: RunServices;
  readonly snapshot: Snapshot;
  readonly loaded: Loaded;
  readonly input: RunInput;
  readonly caller: RunCaller;
  readonly requestId: string;
  readonly trace: Trace;
  /** Ends the work for a caller who has left; asked for when there is some. */
  readonly signal: () => AbortSignal;
  /** The deadline that the caller set, in milliseconds. */
  readonly timeoutMs: number;
  readonly hidden: Set<string>;
  readonly mock: boolean;
  /** Tests always ask the live system. */
  readonly noCache: boolean;
}

interface Progress {
  msTarget: number;
  tries: number;
  sent: () => string;
  targetStatus: number | null;
}

const empty = Buffer.alloc(0);
const show = (value: unknown, { hidden }: Running): unknown => {
  const text = JSON.stringify(value);
  const names = new Set<string>();
  const masked = maskValue(value, { hidden, names, paths: [] });
  return text !== undefined && text.length > 8192 ? `${JSON.stringify(masked).slice(0, 8192)} …` : masked;
};

/** Steps 6 to 14 of a call: parameters, cache, mapping, target, answer. Never throws: what went wrong is the class of the result. */
export async function runCall(running: Running): Promise<RunResult> {
  const progress: Progress = { msTarget: 0, tries: 0, sent: nothing, targetStatus: null };
  try {
    return await runSteps(running, progress);
  } catch (error) {
    const failure = error instanceof CallFailure ? error : failureOf(error, running.timeoutMs);
    if (failure.class === 'internal' || !(error instanceof CallFailure))
      running.services.log.debug({ err: error }, 'A call of the gateway failed');
    return {
      class: failure.class,
      code: failure.code,
      params: failure.facts.params ?? {},
      status: failure.facts.status ?? 0,
      targetStatus: failure.facts.targetStatus ?? progress.targetStatus,
      data: null,
      raw: null,
      contentType: '',
      headers: {},
      cache: 'off',
      tries: progress.tries,
      msTarget: progress.msTarget,
      sent: progress.sent,
      received: () => failure.facts.received ?? '',
      ...(failure.facts.retryAfter !== undefined && { retryAfter: failure.facts.retryAfter }),
    };
  }
}

async function runSteps(running: Running, progress: Progress): Promise<RunResult> {
  const { services, loaded, trace, input, caller, snapshot, hidden } = running;
  const { definition } = loaded;
  const globals = globalsFor(services, snapshot, hidden);
  const values = await trace.step(
    'params',
    () => readParams(definition, { input, caller, globals }),
    (read) => ({ data: maskParams(read, running) }),
  );
  if (running.mock) return mocked(running);
  const cache = cacheKey(running, values);
  if (cache === undefined) {
    trace.skip('cache', running.noCache && definition.cache.on ? 'test' : 'off');
    return fresh(running, { values, globals, progress });
  }
  const kept = trace.stepNow(
    'cache',
    () => cacheOf(services).find(cache, loaded.id, services.now(), ages(definition.cache)),
    (found) => ({
      detail: found === undefined ? 'miss' : found.isFresh ? 'hit' : 'stale',
    }),
  );
  if (kept?.isFresh === true) return fromCache(kept.answer, 'hit');
  const renew = async (): Promise<CachedAnswer> => {
    const result = await fresh(running, { values, globals, progress });
    const answer = {
      data: result.data,
      envelope: result.envelope ?? envelopeOf(result.data),
      raw: result.raw ?? empty,
      contentType: result.contentType,
      status: result.status,
      at: services.now(),
    };
    trace.stepNow(
      'store',
      () => cacheOf(services).keep(cache, loaded.id, answer),
      (isKept) => ({ detail: isKept ? 'kept' : 'too large' }),
    );
    return answer;
  };
  try {
    const answer = await cacheOf(services).joined(cache, renew);
    return { ...fromCache(answer, 'miss'), msTarget: progress.msTarget, tries: progress.tries, targetStatus: progress.targetStatus };
  } catch (error) {
    // The system behind is down: people see old data with a mark, not an error.
    if (kept && error instanceof CallFailure && error.class !== 'schema' && error.class !== 'fault') return fromCache(kept.answer, 'stale');
    throw error;
  }
}

const ages = ({ ttlSeconds, staleSeconds }: Loaded['definition']['cache']) => ({ ttlMs: ttlSeconds * 1000, staleMs: staleSeconds * 1000 });

function fromCache(answer: CachedAnswer, cache: 'hit' | 'miss' | 'stale'): RunResult {
  return {
    class: 'ok',
    code: 0,
    params: {},
    status: answer.status,
    targetStatus: null,
    data: answer.data,
    raw: answer.raw,
    ...(answer.envelope && { envelope: answer.envelope }),
    contentType: answer.contentType,
    headers: {},
    cache,
    tries: 0,
    msTarget: 0,
    sent: nothing,
    received: nothing,
  };
}

/** Under which key an answer is kept; undefined where it is not. */
function cacheKey({ loaded, caller, noCache }: Running, values: Readonly<Record<string, unknown>>): string | undefined {
  const { cache } = loaded.definition;
  if (!cache.on || noCache || loaded.isWrite) return undefined;
  const whose =
    cache.by === 'employee' ? (caller.employee?.uid ?? `none:${caller.id}`) : cache.by === 'system' ? `${caller.kind}:${caller.id}` : '';
  return `${loaded.id}@${loaded.versionNo} ${whose} ${JSON.stringify(values)}`;
}

const maskParams = (values: Readonly<Record<string, unknown>>, running: Running): unknown => {
  if (running.loaded.definition.params.length === 0) return values;
  const names = new Set(running.loaded.definition.params.filter(({ sensitive }) => sensitive).map(({ name }) => name));
  return maskValue(values, { hidden: running.hidden, names, paths: [] });
};

function mocked({ loaded, trace }: Running): RunResult {
  trace.skip('target', 'mock');
  const data: unknown = loaded.definition.mock.body === '' ? null : JSON.parse(loaded.definition.mock.body);
  return { ...fromCache({ data, raw: empty, contentType: 'application/json', status: 200, at: 0 }, 'hit'), cache: 'mock' };
}

interface Asking {
  values: Readonly<Record<string, unknown>>;
  globals: Globals;
  progress: Progress;
}

/** Asks the system behind. */
async function fresh(running: Running, { values, globals, progress }: Asking): Promise<RunResult> {
  const { loaded, trace, services, caller, requestId, signal, hidden } = running;
  const { definition } = loaded;
  const passed = (): unknown => {
    const named = definition.params.filter(({ from }) => from === 'body');
    if (named.length > 0) return Object.fromEntries(named.map(({ name }) => [name, values[name]]));
    return loaded.kind === 'http' ? bodyFields(running.input) : values;
  };
  let body: unknown;
  if (maps(definition.requestMap))
    body = await trace.step(
      'map',
      () => applyMapping(definition.requestMap, values, 'requestMap'),
      (made) => ({ data: show(made, running) }),
    );
  else {
    body = passed();
    trace.skip('map', 'passed through');
  }
  const until = performance.now() + running.timeoutMs;
  const began = performance.now();
  const answer = await trace.step(
    'target',
    async (): Promise<TargetAnswer> => {
      try {
        return await askTarget(
          { services, loaded, values, body, globals, caller, requestId, signal: signal(), left: () => until - performance.now(), hidden },
          running.snapshot,
        );
      } finally {
        progress.msTarget = Math.round((performance.now() - began) * 1000) / 1000;
      }
    },
    (got) => ({ detail: got.status === null ? `${got.raw.length} bytes` : `${got.status}, ${got.raw.length} bytes` }),
  );
  Object.assign(progress, { tries: answer.tries, sent: answer.sent, targetStatus: answer.status });
  return finish(running, answer, progress);
}

/** Steps behind the target: decoding, mapping, schema, fields. */
async function finish(running: Running, answer: TargetAnswer, progress: Progress): Promise<RunResult> {
  const { loaded, trace } = running;
  const { definition } = loaded;
  const base = {
    class: 'ok' as const,
    code: 0,
    params: {},
    targetStatus: answer.status,
    cache: definition.cache.on && !running.noCache ? ('miss' as const) : ('off' as const),
    tries: answer.tries,
    msTarget: progress.msTarget,
    sent: answer.sent,
    received: () => answer.raw.subarray(0, 65_536).toString('utf8'),
  };
  if (definition.answer === 'raw' && loaded.kind === 'http') {
    trace.skip('answerMap', 'raw');
    return { ...base, status: answer.status ?? 200, data: null, raw: answer.raw, contentType: answer.contentType, headers: answer.headers };
  }
  trace.stepNow('decode', () => {
    // Who counts on something in the answer is told that there is none.
    const counts = definition.successWhen !== null || maps(definition.answerMap) || definition.answerMode === 'refuse';
    if (answer.raw.length === 0 && counts && answer.status !== 204) throw new CallFailure('empty', { params: { reason: 'empty' } });
    assertSuccess(definition, answer.data);
  });
  let { data } = answer;
  if (maps(definition.answerMap))
    data = await trace.step(
      'answerMap',
      () => applyMapping(definition.answerMap, answer.data, 'answerMap'),
      (made) => ({ data: show(made, running) }),
    );
  else trace.skip('answerMap', 'passed through');
  if (definition.answerSchema === '' || definition.answerMode === 'off') trace.skip('answerSchema', 'none');
  else
    trace.stepNow(
      'answerSchema',
      () => checkAnswer(definition, data),
      (told) => (told === '' ? {} : { detail: told }),
    );
  const hide = definition.mask.filter(({ where }) => where === 'answer');
  const shown = hide.length === 0 ? data : maskValue(data, { hidden: new Set(), names: new Set(), paths: hide });
  const isAsItCame = answer.isJson === true && shown === answer.data;
  return {
    ...base,
    status: 200,
    data: shown,
    raw: null,
    ...(isAsItCame && { envelope: envelopeAround(answer.raw) }),
    contentType: 'application/json; charset=utf-8',
    headers: {},
  };
}
