import type { z } from 'zod';
import { wireInputOf, wireReplyOf, requestOf, type Previewed } from '#kit/common/change/dry-run.ts';
import { code } from '#kit/common/codes.ts';
import { addressOf, isWrite, type Endpoint, type Parsed } from '#kit/common/contract.ts';
import { fieldOf } from '../../call/call-error.ts';
import { issueText } from '../../form/issue-text.ts';
import { textIfAny, translate } from '../../i18n/i18n.ts';
import { inputFacts } from '../../page/filter-codec.ts';
import { conditions } from './conditions.ts';
import { inputIn, type ServerRequest } from './server-request.ts';

/** A refusal that a handler throws. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: number;
  readonly data: unknown;

  constructor(answer: number, data: unknown = null) {
    super(String(answer));
    this.code = answer;
    this.data = data;
  }
}

type Answer<E extends Endpoint> = z.input<E['reply']> | Promise<z.input<E['reply']>>;

interface Served {
  endpoint: Endpoint;
  handle: (input: unknown) => unknown;
  current: ((input: unknown) => unknown) | undefined;
  previewOf: (() => Previewed) | undefined;
  always: boolean;
}

interface ServeOptions<E extends Endpoint> {
  /** What somebody else made of the object meanwhile, for the condition 10409. */
  current?: (input: Parsed<E>) => unknown;
  /** What it would do; one changed object and nothing beside it unless said. */
  previewOf?: () => Previewed;
  /** Answered whatever the conditions are: without it there is no gallery. */
  always?: boolean;
}

const served = new Map<string, Served>();
let confirmed = false;

/** Answers an endpoint. */
export function serve<E extends Endpoint>(
  endpoint: E,
  handle: (input: Parsed<E>) => Answer<E>,
  { current, previewOf, always }: ServeOptions<E> = {},
): void {
  served.set(`${endpoint.method} ${addressOf(endpoint)}`, {
    endpoint,
    handle: (input) => handle(input as Parsed<E>),
    current: current && ((input) => current(input as Parsed<E>)),
    previewOf,
    always: always ?? false,
  });
}

/** The next call that asks for the password again is let through. */
export function confirmOnce(): void {
  confirmed = true;
}

/** Milliseconds of a slow answer. */
const slowAfter = 2_000;
const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

/** Answers a request under the conditions of the toolbar; what the contract does not allow to be answered is told on the browser's console. */
export async function answer(request: ServerRequest): Promise<Response> {
  const found = served.get(`${request.method} ${request.path}`);
  if (!found) return broken(`The gallery answers no ${request.method} ${request.path}`);
  const { endpoint } = found;
  const wanted = found.always ? 'normal' : isWrite(endpoint) ? conditions().save : conditions().read;
  if (wanted === 'slow') await wait(slowAfter);
  if (wanted === 'lost') throw new TypeError('Failed to fetch');
  const input = wireInputOf(endpoint).safeParse(inputIn(request, endpoint), { reportInput: true });
  if (!input.success)
    return envelope(code.invalid, {
      issues: input.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issueText(issue) })),
    });
  try {
    const asked = requestOf(endpoint, input.data);
    refuseByRequest(found, wanted, asked.request);
    if (endpoint.stepUp) askForPassword();
    const data = asked.isTried ? (found.previewOf?.() ?? oneChanged) : await found.handle(asked.request);
    if (endpoint.answer === 'raw') return data instanceof Blob ? fileAnswer(data) : broken(`${endpoint.path} has no file`);
    const reply = wireReplyOf(endpoint).safeParse(wanted === 'empty' ? emptied(data) : data);
    return reply.success ? envelope(code.done, reply.data) : broken(`${endpoint.path} does not fit its contract: ${reply.error.message}`);
  } catch (error) {
    if (error instanceof Refused) return envelope(error.code, error.data);
    throw error;
  }
}

const oneChanged: Previewed = { counts: { change: 1 }, impact: {}, operations: [] };

function refuseByRequest({ endpoint, current }: Served, wanted: string, input: unknown): void {
  const requested = Number(wanted);
  if (Number.isNaN(requested)) return;
  if (requested === code.stepUp) askForPassword();
  else if (requested === code.invalid) throw new Refused(requested, { issues: issuesFor(endpoint) });
  else if (requested === code.stale) throw new Refused(requested, { current: current?.(input) ?? input });
  else throw new Refused(requested, { ...factsOf[requested] });
}

const factsOf: Record<number, object> = {
  [code.inUse]: { usedBy: [{ kind: 'booking', id: '1', name: 'Town hall meeting' }] },
  [code.wrongState]: { state: 'repair' },
  [code.tooMany]: { retryAfter: 30 },
};

/** Mistakes at two fields that the form has, and at one that it has not. */
function issuesFor(endpoint: Endpoint): object[] {
  const names = Object.entries(inputFacts(endpoint.input))
    .filter(([name, facts]) => facts.type === 'string' && !/^id$|Id$/.test(name))
    .map(([name]) => name);
  const message = translate('kit', 'error.10411');
  return [...names.slice(0, 2), 'elsewhere'].map((path) => ({
    path,
    message: path === 'elsewhere' ? translate('kit', 'issue.custom') : message,
  }));
}

function askForPassword(): void {
  if (!confirmed) throw new Refused(code.stepUp);
  confirmed = false;
}

function emptied(data: unknown): unknown {
  if (Array.isArray(data)) return [];
  const lists = ['list', 'nodes', 'hits'].filter((name) => Array.isArray(fieldOf(data, name)));
  if (typeof data !== 'object' || data === null || lists.length === 0) return data;
  const counts = { ...('total' in data && { total: 0, pages: 0 }), ...('next' in data && { next: null }) };
  return { ...data, ...counts, ...Object.fromEntries(lists.map((name) => [name, []])) };
}

function envelope(answered: number, data: unknown): Response {
  const facts = { code: 'gallery_parts', state: 'repair', seconds: 30, requestId: '7f3a', reason: 'timeout' };
  const msg = answered === code.done ? '' : (textIfAny('kit', `error.${answered}`, facts) ?? String(answered));
  const status = answered === code.notGranted ? 403 : answered === code.internal ? 500 : 200;
  return new Response(JSON.stringify({ code: answered, msg, data }), { status, headers: { 'content-type': 'application/json' } });
}

function fileAnswer(file: Blob): Response {
  return new Response(file, { headers: { 'content-type': file.type, 'content-disposition': 'attachment; filename="gallery.csv"' } });
}

function broken(words: string): Response {
  // oxlint-disable-next-line no-console -- the gallery and its test read here what a changed contract broke
  console.error(words);
  return envelope(code.internal, null);
}
