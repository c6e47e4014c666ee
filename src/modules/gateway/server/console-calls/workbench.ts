import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, outOfRange, type Refusal } from '#kit/server/refusal.ts';
import { apiTest } from '#modules/access/common/test.contract.ts';
import { assertConnectionInRange } from '../caller/connection-range.ts';
import { nobody } from '../caller/callers.ts';
import type { Loaded, RunCaller, RunInput, RunResult } from '../run/context.ts';
import { envelopeStatus } from '../run/failure.ts';
import { loadDraft } from '../run/load-draft.ts';
import { logCall } from '../run/log-call.ts';
import { hideIn, maskBody } from '../run/mask.ts';
import { rulesOf } from '../run/record.ts';
import { runCall } from '../run/run-call.ts';
import { sentencesOf } from '../run/sentences.ts';
import { Trace } from '../run/trace.ts';
import { tableOf } from '../table/gateway-table.ts';

type Input = Parsed<typeof apiTest>;

/** Tries a definition with every step shown. */
export async function testDefinition(call: Call, input: Input): Promise<Reply<typeof apiTest>> {
  const { services, caller, db } = call;
  const loaded = await loadDraft(db, caller, input);
  await assertConnectionInRange(db, caller, loaded.definition);
  if (loaded.isWrite && input.target === 'live' && !input.write)
    throw new InvalidInput([{ path: 'write', namespace: 'access', key: 'issue.testWrite' }]);
  caller.note({ path: loaded.path, target: input.target });
  const trace = new Trace();
  const snapshot = await trace.step(
    'route',
    () => tableOf(services).now(),
    () => ({ detail: loaded.versionNo === 0 ? `${loaded.path} (draft)` : `${loaded.path} v${loaded.versionNo}` }),
  );
  const method = loaded.definition.methods[0] ?? 'GET';
  trace.skip('method', method);
  const asCaller = await trace.step(
    'caller',
    () => callerOf(call, input),
    (one) => ({ detail: one.kind === 'none' ? 'none' : `${one.kind}: ${one.name}` }),
  );
  trace.skip('grant', 'test');
  trace.skip('limits', 'test');
  const given: RunInput = {
    method,
    query: input.query,
    headers: Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: Buffer.from(input.body),
    contentType: input.body === '' ? '' : 'application/json',
  };
  const [requestId, at, hidden] = [newId(), services.now(), new Set<string>()];
  const result = await runCall({
    services,
    snapshot,
    loaded,
    input: given,
    caller: asCaller,
    requestId,
    trace,
    signal: () => AbortSignal.timeout(125_000),
    timeoutMs: loaded.definition.behaviour.timeoutMs,
    hidden,
    mock: input.target === 'mock',
    noCache: true,
  });
  const answer = answerOf(loaded, result);
  trace.note('answer', `${answer.status}, ${answer.body.length} bytes`);
  if (input.id !== undefined)
    logCall({
      services,
      at,
      requestId,
      traceId: null,
      loaded,
      caller: asCaller,
      input: given,
      result,
      trace,
      hidden,
      answer: answer.body,
      httpStatus: answer.status,
      test: true,
    });
  return shown({ call, loaded, result, trace, requestId, hidden, answer });
}

interface Shown {
  call: Call;
  loaded: Loaded;
  result: RunResult;
  trace: Trace;
  requestId: string;
  hidden: ReadonlySet<string>;
  answer: { body: Buffer; status: number };
}

function shown({ call, loaded, result, trace, requestId, hidden, answer }: Shown): Reply<typeof apiTest> {
  const rules = rulesOf(loaded, hidden);
  const { sentence, next } = sentencesOf(call.services, call.caller.language, result);
  return {
    requestId,
    class: result.class,
    code: result.code,
    sentence: hideIn(sentence, hidden),
    next,
    ms: trace.elapsed(),
    steps: trace.steps.map((step) => ({ ...step, ...(step.detail !== undefined && { detail: hideIn(step.detail, hidden) }) })),
    status: answer.status,
    targetStatus: result.targetStatus,
    sent: hideIn(withoutCredentials(result.sent()), hidden).slice(0, 65_536),
    received: maskBody(Buffer.from(result.received()), 'application/json', rules).slice(0, 65_536),
    answer: maskBody(answer.body, result.contentType, rules).slice(0, 65_536),
    contentType: result.contentType,
  };
}

const withoutCredentials = (sent: string): string =>
  sent.replaceAll(/(-H '(?:authorization|cookie|x-api-key|x-gateway-identity): )[^']*/gi, '$1••••');

function answerOf(loaded: Loaded, result: RunResult): { body: Buffer; status: number } {
  if (result.class !== 'ok') return { body: Buffer.alloc(0), status: envelopeStatus(result.code) };
  if (loaded.definition.answer === 'raw' && result.raw !== null) return { body: result.raw, status: result.status };
  return { body: Buffer.from(JSON.stringify({ code: 0, msg: 'ok', data: result.data })), status: 200 };
}

/** As whom it is tried: nobody, an employee in range, or a system in range. */
async function callerOf({ caller, db, services }: Call, { caller: wanted }: Input): Promise<RunCaller> {
  const base = nobody(caller.address, caller.language);
  const range = caller.scope();
  const missing = (): Refusal => (range.all ? notFound() : outOfRange());
  if (wanted.kind === 'none' || wanted.id === undefined) return base;
  if (wanted.kind === 'system') {
    const { rows } = await systemRow(db, range, wanted.id);
    const system = rows[0];
    if (!system) throw missing();
    return { ...base, kind: 'system', id: system.id, name: system.name, systemCode: system.code };
  }
  const { sql } = await import('kysely');
  const seen =
    await sql`select from employee as e where e.id = ${wanted.id}::uuid and ${services.directory.employeeInRange(range, 'e.id')}`.execute(
      db,
    );
  const person = (await services.directory.people(db, [wanted.id])).get(wanted.id);
  if (seen.rows.length === 0 || !person) throw missing();
  return { ...base, kind: 'terminal', name: person.name, employee: { uid: person.id, account: person.account, name: person.name } };
}

async function systemRow(db: Call['db'], range: ReturnType<Call['caller']['scope']>, id: string) {
  const { sql } = await import('kysely');
  const { systemInRange } = await import('#modules/access/server/public.ts');
  return sql<{
    id: string;
    name: string;
    code: string;
  }>`select t.id, t.name, t.code from access_system t where t.id = ${id}::uuid and ${systemInRange(range, 't.id')}`.execute(db);
}

/** The workbench. */
export const workbenchRoutes: readonly BoundRoute[] = [handle(apiTest, testDefinition)];
