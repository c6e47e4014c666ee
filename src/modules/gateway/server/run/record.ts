import type { CallRecord } from '#modules/call-logs/server/public.ts';
import type { Loaded, RunCaller, RunInput, RunResult, RunServices } from './context.ts';
import { maskBody, maskHeaders, type MaskRules } from './mask.ts';
import type { Trace } from './trace.ts';

/** A call that is over, for its log. */
export interface EndedCall {
  readonly services: RunServices;
  readonly at: number;
  readonly requestId: string;
  readonly traceId: string | null;
  readonly loaded: Loaded;
  readonly caller: RunCaller;
  readonly input: RunInput;
  readonly result: RunResult;
  readonly trace: Trace;
  readonly hidden: ReadonlySet<string>;
  readonly answer: Buffer;
  readonly httpStatus: number;
  readonly test: boolean;
}

/** Names and paths that the log of an interface masks. */
export const rulesOf = ({ definition, settings }: Loaded, hidden: ReadonlySet<string>): MaskRules => ({
  hidden,
  names: new Set([...settings.maskNames, ...definition.params.filter(({ sensitive }) => sensitive).map(({ name }) => name)]),
  paths: definition.mask,
});

/** Whether steps and bodies of this call are kept, by the level of the interface's log. */
function keeps({ loaded, result, test, at }: EndedCall): { steps: boolean; headers: boolean; bodies: boolean } {
  const { log } = loaded;
  const expired = log.until !== null && log.until <= at;
  const level = expired ? 'onError' : log.level;
  const failed = result.class !== 'ok';
  if (test || level === 'full' || (level === 'onError' && failed)) return { steps: true, headers: true, bodies: true };
  return { steps: true, headers: level === 'headers', bodies: false };
}

/** Keeps what was masked of a side of a call, by its path; what is met twice by its first. */
const keeperOf =
  (sealed: Map<string, unknown>, side: string) =>
  (path: string, value: unknown): void => {
    const key = `${side}.${path}`;
    if (sealed.size < 200 && !sealed.has(key)) sealed.set(key, value);
  };

/** What the log is given of a call: masked, and no more than the level says. */
export function recordOf(call: EndedCall): CallRecord {
  const { loaded, caller, input, result, trace, hidden, answer } = call;
  const kept = keeps(call);
  const sealed = loaded.log.keep && kept.bodies && !call.test ? new Map<string, unknown>() : undefined;
  const rules = kept.headers || kept.bodies ? rulesOf(loaded, hidden) : undefined;
  const body = (side: 'request' | 'answer', bytes: Buffer, { contentType, headers }: Pick<RunResult, 'contentType' | 'headers'>) => ({
    contentType,
    ...(kept.headers && { headers: maskHeaders(headers, hidden) }),
    text: kept.bodies && rules ? maskBody(bytes, contentType, { ...rules, ...(sealed && { kept: keeperOf(sealed, side) }) }) : '',
    bytes: bytes.length,
  });
  return {
    at: call.at,
    requestId: call.requestId,
    traceId: call.traceId,
    target: {
      interfaceId: loaded.id,
      systemId: loaded.system.id,
      systemName: loaded.system.name,
      systemCode: loaded.system.code,
      name: loaded.name,
      path: loaded.path,
      kind: loaded.kind,
      ownerDeptId: loaded.system.ownerDeptId,
    },
    versionNo: loaded.versionNo,
    test: call.test,
    caller: { kind: caller.kind, id: caller.id, name: caller.name },
    employeeId: caller.employee?.uid ?? null,
    actForId: caller.actForId,
    widgetId: caller.widgetId,
    address: caller.address,
    method: input.method,
    class: result.class,
    httpStatus: call.httpStatus,
    targetStatus: result.targetStatus,
    code: result.code,
    ms: { total: trace.elapsed(), target: result.msTarget, queue: 0 },
    bytes: { in: input.body.length, out: answer.length },
    cache: result.cache,
    tries: result.tries,
    steps: kept.steps ? trace.steps : [],
    ...((kept.headers || kept.bodies) && {
      request: body('request', input.body, input),
      answer: body('answer', answer, result),
    }),
    ...(sealed && { original: sealed }),
    log: call.test || loaded.log.on,
  };
}
