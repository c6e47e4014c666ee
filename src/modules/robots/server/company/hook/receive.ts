import { parseStrictJson } from '#kit/server/http/strict-json.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { Services } from '#kit/server/services.ts';
import { createRateLimit } from '#kit/server/session/rate-limit.ts';
import { perProduct } from '#kit/server/per-product.ts';
import { inNetworks } from '#modules/gateway/server/public.ts';
import type { ForeignShape } from '../../../common/company/words.ts';
import { UnknownShape, type RobotContent } from '../content.ts';
import { placesOf, robotByCode, type RobotFacts } from '../facts.ts';
import { isSigned, isToken, openKeys } from '../keys.ts';
import { noteCall } from '../log.ts';
import { postFromRobot, type RobotPosted } from '../post.ts';
import { mapped } from './mapped.ts';
import { at, textIn } from './read-json.ts';
import { contentOf, shapeOf } from './shapes.ts';

/** A call of the hook as it came. */
export interface HookRequest {
  readonly code: string;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly contentType: string;
  readonly address: string;
  readonly requestId: string;
  /** Its own name for the request: the same again posts nothing. */
  readonly once: string | null;
}

/** What a call came to. */
export interface HookResult {
  readonly shape: ForeignShape | undefined;
  readonly code: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly data: unknown;
  /** Seconds after which it may be tried again. */
  readonly wait?: number;
}

const skewMillis = 600_000;

/** Calls that were not let in, by address; a robot's calls, whatever becomes of them. */
const limitsOf = perProduct(() => ({
  strangers: createRateLimit({ burst: 30, perSecond: 0.5, keys: 10_000 }),
  robots: createRateLimit({ burst: 200, perSecond: 20, keys: 20_000 }),
  notes: createRateLimit({ burst: 10, perSecond: 0.1, keys: 20_000 }),
}));

/** The time of a call in milliseconds, whether it was said in those or in seconds. */
const millisOf = (timestamp: string): number => (timestamp.length <= 11 ? Number(timestamp) * 1000 : Number(timestamp));

/** Whether a call may come in: by its key, by the network it comes from and, where the robot has a key that signs, by its signature. */
async function isLetIn(services: Services, robot: RobotFacts, request: HookRequest, body: unknown): Promise<boolean> {
  const { db } = services.database;
  const now = services.now();
  if (request.key === '' || !(await isToken(db, robot.id, request.key, now))) return false;
  if (!inNetworks(request.address, robot.inAddresses)) return false;
  const keys = await openKeys(services, robot.id, 'signKey');
  if (keys.length === 0) return true;
  const timestamp = request.query['timestamp'] ?? textIn(at(body, 'timestamp'));
  const sign = request.query['sign'] ?? textIn(at(body, 'sign'));
  const age = now - millisOf(timestamp);
  if (!/^\d{10,13}$/.test(timestamp) || age > skewMillis || age < -skewMillis) return false;
  return keys.some((key) => isSigned(key, timestamp, sign));
}

/** The body as JSON; of a form its `payload`. Undefined where it is none. */
function jsonOf({ body, contentType }: HookRequest): unknown {
  const text = body.toString('utf8');
  try {
    if (!contentType.startsWith('application/x-www-form-urlencoded')) return parseStrictJson(text);
    return parseStrictJson(new URLSearchParams(text).get('payload') ?? '');
  } catch {
    return undefined;
  }
}

/** What a body says to a robot: in a shape that it takes, or by its mapping. */
export async function read(robot: Pick<RobotFacts, 'inShapes' | 'inMapping'>, body: unknown): Promise<RobotContent> {
  const takes = (shape: ForeignShape): boolean => robot.inShapes.length === 0 || robot.inShapes.includes(shape);
  const shape = shapeOf(body);
  if (shape !== undefined && shape !== 'mapped' && takes(shape)) return contentOf(shape, body);
  if (robot.inMapping !== '' && takes('mapped')) return mapped(robot.inMapping, body);
  throw new UnknownShape(shape === undefined ? 'no shape fits' : `shape ${shape} is off`);
}

/** The group that is meant: the one that is named, or the only one. */
async function groupOf(services: Services, robot: RobotFacts, named: string | undefined): Promise<string | undefined> {
  const places = await placesOf(services.database.db, robot.id);
  if (named !== undefined && named !== '') return places.find(({ id, number }) => id === named || number === named)?.id;
  return places.length === 1 ? places[0]!.id : undefined;
}

/** Takes a call of the hook: who calls, how often, what it says, where it is posted. Every call that was let in is noted, whatever becomes of it. */
export async function receive(services: Services, request: HookRequest): Promise<HookResult> {
  const started = performance.now();
  const limits = limitsOf(services);
  const body = jsonOf(request);
  const shape = shapeOf(body);
  const refused = (code: number, params: Readonly<Record<string, unknown>> = {}, wait?: number): HookResult => ({
    shape,
    code,
    params,
    data: null,
    ...(wait !== undefined && { wait }),
  });
  const robot = await robotByCode(services.database.db, request.code);
  if (!robot || !(await isLetIn(services, robot, request, body))) {
    const wait = limits.strangers(request.address, services.now());
    return wait > 0 ? refused(17095, { s: wait }, wait) : refused(17091);
  }
  const note = async (result: HookResult, more: { groupId?: string; messageId?: string; class?: string } = {}): Promise<HookResult> => {
    await noteCall(services, {
      robotId: robot.id,
      direction: 'in',
      event: result.shape ?? 'unknown',
      groupId: more.groupId ?? null,
      status: result.code === 0 ? 'done' : 'refused',
      class: more.class ?? (result.code === 0 ? 'ok' : 'refused'),
      code: result.code,
      ms: performance.now() - started,
      address: request.address,
      requestId: request.requestId,
      messageId: more.messageId ?? null,
      body: request.body.toString('utf8'),
      answer: JSON.stringify({ code: result.code }),
    });
    return result;
  };
  const wait = limits.robots(robot.id, services.now());
  if (wait > 0) {
    const result = refused(17095, { s: wait }, wait);
    return limits.notes(robot.id, services.now()) > 0 ? result : note(result, { class: 'tooMany' });
  }
  if (!robot.enabled || !robot.inOn) return note(refused(17092), { class: 'disabled' });
  let content: RobotContent;
  try {
    content = await read(robot, body);
  } catch (error) {
    if (!(error instanceof UnknownShape)) throw error;
    return note(refused(17094, { reason: error.message.slice(0, 200) }), { class: 'shape' });
  }
  const groupId = await groupOf(services, robot, content.group ?? request.query['group']);
  if (groupId === undefined) return note({ ...refused(17093), shape: content.shape }, { class: 'group' });
  const posted = await posting(services, robot, { groupId, content, key: request.once ?? request.requestId });
  const result = resultOf(content.shape, posted);
  const isLimit = 'wait' in posted && posted.wait !== undefined;
  if (isLimit && limits.notes(robot.id, services.now()) > 0) return result;
  return note(result, {
    groupId,
    ...('messageId' in posted && { messageId: posted.messageId }),
    ...(isLimit && { class: 'tooMany' }),
  });
}

async function posting(
  services: Services,
  robot: RobotFacts,
  { groupId, content, key }: { groupId: string; content: RobotContent; key: string },
): Promise<RobotPosted> {
  try {
    return await postFromRobot(services, robot, { to: { groupId }, content, key: `in ${key}` });
  } catch (error) {
    if (error instanceof Refusal) return { code: error.answer, params: error.params };
    // A picture that is none.
    if (error instanceof InvalidInput) return { code: 17094, params: { reason: 'image' } };
    throw error;
  }
}

const resultOf = (shape: ForeignShape, posted: RobotPosted): HookResult => {
  if ('messageId' in posted) return { shape, code: 0, params: {}, data: { messageId: posted.messageId } };
  const { code, params, wait } = posted;
  return { shape, code, params, data: null, ...(wait !== undefined && { wait }) };
};
