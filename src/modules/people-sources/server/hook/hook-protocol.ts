import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Protocol, ProtocolRoute } from '#kit/server/protocol.ts';
import type { Services } from '#kit/server/services.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import { httpSourceConfig, type HttpSourceConfig } from '../../common/config/http.ts';
import { cleared, openSecrets } from '../connector/open-source.ts';
import { HookRefused } from './hook-crypto.ts';
import { hookReaders, type HookCall, type HookWord } from './hook-reader.ts';
import '../source.table.ts';

/** An answer to a call that is not taken. */
class HookError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const unauthorised = (): HookError => new HookError(401, 'The signature is missing or wrong, or the call is too old');

/** Good calls a source; more is 429. */
const limit = createRateLimit({ burst: 1_000, perSecond: 200, keys: 1_000 });
/** Bad calls are noted so often and no more: anybody may send them. */
const noteLimit = createRateLimit({ burst: 10, perSecond: 0.1, keys: 1_000 });

/** The source of a code, with what its calls are checked by. */
interface HookSource {
  readonly id: string;
  readonly enabled: boolean;
  readonly config: HttpSourceConfig;
  readonly token: string;
  readonly key: string;
}

/** A source that takes events: it has the secrets for them. Who asks for another learns no more than 401. */
async function hookSourceOf(services: Pick<Services, 'database' | 'secrets'>, code: string): Promise<HookSource> {
  const row = await services.database.db
    .selectFrom('source')
    .select(['id', 'enabled', 'config', 'secret'])
    .where('code', '=', code)
    .where('kind', '=', 'http')
    .executeTakeFirst();
  const config = httpSourceConfig.safeParse(row?.config);
  if (!row || !config.success || row.secret === null || row.secret === cleared) throw unauthorised();
  const { eventToken: token = '', eventKey: key = '' } = openSecrets(services.secrets, row);
  if (key === '' || (token === '' && config.data.preset !== 'generic')) throw unauthorised();
  return { id: row.id, enabled: row.enabled, config: config.data, token, key };
}

function callOf(method: HookCall['method'], request: FastifyRequest): HookCall {
  const texts = (given: unknown): Record<string, string> =>
    Object.fromEntries(
      Object.entries((given ?? {}) as object).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  return {
    method,
    query: texts(request.query),
    headers: texts(request.headers),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

const receive =
  (method: HookCall['method']): ProtocolRoute['handle'] =>
  async (services, request, response) => {
    const { sysCode } = request.params as { sysCode: string };
    const source = await hookSourceOf(services, sysCode);
    const now = services.now();
    const word = await read(services, source, { call: callOf(method, request), address: request.ip });
    const wait = limit(source.id, now);
    if (wait > 0) throw new HookError(429, 'Too many events', wait);
    // An address is tried before a source is enabled.
    if (!word.isTrial && !source.enabled) throw new HookError(403, 'This source is disabled');
    if (await services.room.isFull()) throw new HookError(503, 'The disk of the server is full', 600);
    const isNew = await keep(services, source.id, { word, address: request.ip });
    // Vendors send again what they think was lost; a sender of one's own is told.
    if (!isNew && source.config.preset === 'generic') throw new HookError(409, 'This event was received already');
    return answered(response, word);
  };

const answered = (response: FastifyReply, { answer }: HookWord): FastifyReply =>
  response.status(200).header('cache-control', 'no-store').type(answer.type).send(answer.body);

/** Reads a call; a bad one is noted and refused. */
async function read(services: Services, source: HookSource, { call, address }: { call: HookCall; address: string }): Promise<HookWord> {
  const now = services.now();
  const { preset, auth } = source.config;
  try {
    return hookReaders[preset](call, { token: source.token, key: source.key, appId: auth.appId, now });
  } catch (error) {
    if (!(error instanceof HookRefused)) throw error;
    if (noteLimit(source.id, now) === 0)
      await note(services, source.id, [{ kind: 'event.other', address, result: 'refused', status: 401 }]);
    throw unauthorised();
  }
}

interface Noted {
  kind: string;
  address: string;
  result: 'waiting' | 'ignored' | 'replayed' | 'refused' | 'done';
  status: number;
  of?: string;
  id?: string;
  replayKey?: string;
}

/** Writes down what came; false where it had come before. */
async function note({ database, now }: Pick<Services, 'database' | 'now'>, sourceId: string, rows: readonly Noted[]): Promise<boolean> {
  const written = await database.db
    .insertInto('source_event')
    .values(
      rows.map(({ kind, address, result, status, of = null, id = null, replayKey = null }) => ({
        source_id: sourceId,
        at: now(),
        kind,
        object_kind: of,
        external_id: id,
        address,
        replay_key: replayKey,
        result,
        status,
        run_id: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['source_id', 'replay_key']).where('replay_key', 'is not', null).doNothing())
    .returning('id')
    .execute();
  return written.length === rows.length;
}

/** Whom the event names waits for the next run; of an event that came before nothing is done. */
async function keep(services: Services, sourceId: string, { word, address }: { word: HookWord; address: string }): Promise<boolean> {
  const { verb, isTrial, objects } = word;
  const same = { address, status: 200 };
  if (isTrial) return note(services, sourceId, [{ ...same, kind: 'event.trial', result: 'done' }]);
  const replayKey = createHash('sha256').update(word.replayKey).digest('base64url');
  const kind = `event.${verb}`;
  const [first] = objects;
  const head: Noted = first
    ? { ...same, kind, of: first.of, id: first.id, result: 'waiting', replayKey }
    : { ...same, kind, result: 'ignored', replayKey };
  if (!(await note(services, sourceId, [head]))) {
    await note(services, sourceId, [{ ...head, replayKey: undefined, result: 'replayed' } as Noted]);
    return false;
  }
  const others = objects.slice(1).map(({ of, id }): Noted => ({ ...same, kind, of, id, result: 'waiting' }));
  if (others.length > 0) await note(services, sourceId, others);
  return true;
}

/** What other systems tell of changes: WeCom, DingTalk, Feishu, and any that signs. An address for each source of kind http. */
export const hookProtocol: Protocol = {
  prefix: '/hook/source/:sysCode',
  raw: true,
  routes: [
    { method: 'GET', path: '/', handle: receive('GET') },
    { method: 'POST', path: '/', bodyLimit: 256 * 1024, handle: receive('POST') },
  ],
  fail: (error, request, response) => {
    const { statusCode } = error as { statusCode?: number };
    const isMine = error instanceof HookError;
    const status = isMine ? error.status : statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
    if (status === 500) request.log.error({ err: error, path: request.url.split('?')[0] }, 'An event could not be received');
    if (isMine && error.retryAfter !== undefined) response.header('retry-after', String(error.retryAfter));
    const message = isMine ? error.message : status === 500 ? 'An error of this server' : 'The call is not understood';
    return response
      .status(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: message }));
  },
};
