import { code, moduleOfCode } from '#kit/common/codes.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import type { CoreServices } from '#kit/server/services.ts';
import type { z } from 'zod';
import { systemOfAccess, type TodoSystem } from '../system.ts';
import { pushItems, type PushResult } from './add.ts';
import { finishItem, updateItem, withdrawItem, type OwnChange } from './change.ts';
import { askedItem, askedOpen, changedItem, finishedItem, mostItems, withdrawnItem, wrongAt } from './input.ts';
import type { Reach } from './people.ts';
import { openOwn, readOwn } from './read.ts';

/** What a function of to-dos is called with by another system. */
export interface TodoCall {
  /** The access system whose signature was seen; null: tried without one. */
  readonly accessSystemId: string | null;
  readonly reach: Reach;
  readonly tried: boolean;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Answer of a function: 0 with data, or a code with what fills its sentence. */
export interface TodoAnswer {
  readonly code: number;
  readonly data: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
}

type Run = (services: CoreServices, call: TodoCall) => Promise<TodoAnswer>;

/** What a rule refuses is an answer, not an error. */
const answered =
  (work: (services: CoreServices, call: TodoCall, system: TodoSystem) => Promise<unknown>, writes: boolean): Run =>
  async (services, call) => {
    try {
      const system = call.accessSystemId === null ? undefined : await systemOfAccess(services.database.db, call.accessSystemId);
      if (!system) throw new Refusal(17069);
      if (writes && !system.enabled) throw new Refusal(17053, { name: system.name });
      return { code: 0, data: await work(services, call, system) };
    } catch (error) {
      if (error instanceof InvalidInput) return { code: 14309, data: null, params: { issues: error.issues.map(({ path }) => ({ path })) } };
      if (error instanceof Refusal) return { code: error.answer, data: error.data, params: error.params };
      throw error;
    }
  };

function parsed<S extends z.ZodType>(schema: S, input: Readonly<Record<string, unknown>>): z.output<S> {
  const { success, data, error } = schema.safeParse(input);
  if (!success) throw new InvalidInput([{ path: wrongAt(error), namespace: 'kit', key: `error.${code.invalid}` }]);
  return data;
}

const changeOf = ({ reach, tried }: TodoCall, system: TodoSystem): OwnChange => ({ system, reach, tried });

async function add(services: CoreServices, { reach, tried, input }: TodoCall, system: TodoSystem): Promise<unknown> {
  const { items } = input;
  if (!Array.isArray(items) || items.length === 0 || items.length > mostItems)
    throw new InvalidInput([{ path: 'items', namespace: 'kit', key: `error.${code.invalid}` }]);
  const results = await pushItems(services, { system, reach, items, tried });
  const list = results.map((one) => ('code' in one ? { ...one, params: undefined, msg: sentence(services, one) } : one));
  const refused = results.filter((one) => 'code' in one).length;
  return { list, accepted: results.length - refused, refused };
}

function sentence({ texts }: Pick<CoreServices, 'texts'>, { code: answer, params = {} }: Extract<PushResult, { code: number }>): string {
  return texts.text('en_US', moduleOfCode(answer), `error.${answer}`, params);
}

/** Functions of to-dos for other systems, by the end of their path. */
export const todoFunctions = {
  add: answered(add, true),
  update: answered((services, call, system) => updateItem(services, changeOf(call, system), parsed(changedItem, call.input)), true),
  finish: answered((services, call, system) => finishItem(services, changeOf(call, system), parsed(finishedItem, call.input)), true),
  withdraw: answered((services, call, system) => withdrawItem(services, changeOf(call, system), parsed(withdrawnItem, call.input)), true),
  get: answered((services, call, system) => readOwn(services, system, parsed(askedItem, call.input).outId), false),
  open: answered((services, call, system) => openOwn(services, system, parsed(askedOpen, call.input)), false),
} as const satisfies Readonly<Record<string, Run>>;
