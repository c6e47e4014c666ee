import { perProduct } from '#kit/server/per-product.ts';
import { definitions } from '#modules/access/common/definition.ts';
import { builtInSystemId } from '#modules/access/common/system.contract.ts';
import { nothing, type Loaded, type RunCaller, type RunInput, type RunResult } from './run/context.ts';
import { CallFailure } from './run/failure.ts';
import { bodyFields } from './run/params.ts';
import { grantKey, type GrantEntry, type Snapshot } from './table/snapshot.ts';

/** What a function of the product is called with. */
export interface BuiltInCall {
  readonly grant: GrantEntry;
  readonly caller: RunCaller;
  readonly systemId: string;
  /** For whom the system acts. */
  readonly employeeId: string | null;
  /** Query and fields of the body. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A function of the product that other systems call below /gateway/sys. */
export interface BuiltIn {
  readonly target: { readonly interfaceId: string; readonly name: string; readonly path: string };
  readonly write: boolean;
  /** Answers code 0 with data, or a code of 14xxx with what fills its sentence. */
  run(call: BuiltInCall): Promise<{ code: number; data: unknown; params?: Readonly<Record<string, unknown>> }>;
}

/** Finds functions of the product by path (`sys/group/name`) and method. */
export interface BuiltInSource {
  find(path: string, method: string): BuiltIn | undefined;
}

/** The functions of the product that modules offer; each module adds its source at start. */
export const builtInTargets = perProduct(() => {
  const sources: BuiltInSource[] = [];
  return {
    add: (source: BuiltInSource): void => void sources.push(source),
    find: (path: string, method: string): BuiltIn | undefined => {
      for (const source of sources) {
        const found = source.find(path, method);
        if (found) return found;
      }
      return undefined;
    },
  };
});

/** A function of the product in the shape of an interface. */
export function loadedOf({ target, write }: BuiltIn, snapshot: Snapshot): Loaded | undefined {
  const system = snapshot.systems.get(builtInSystemId);
  if (!system) return undefined;
  return {
    id: target.interfaceId,
    name: target.name,
    kind: 'sysApi',
    path: target.path,
    versionNo: 1,
    definition: definitions.http.parse({ methods: ['GET', 'POST'], target: { kind: 'http' } }),
    prefix: {
      id: '',
      code: '',
      enabled: true,
      addresses: [],
      signIn: 'none',
      signInName: '',
      signInAccount: '',
      secret: null,
      headers: [],
      ca: '',
      timeoutMs: 15_000,
    },
    system,
    enabled: true,
    isWrite: write,
    callers: ['systems'],
    openUntil: null,
    log: { on: true, level: 'onError', until: null, keep: false },
    settings: snapshot.settings,
  };
}

/** The grant of a function of the product; 14305 without one. */
export function sysApiGrant(snapshot: Snapshot, systemId: string, code: string, now: number): GrantEntry {
  const grant = snapshot.grants.get(grantKey(`system:${systemId}`, `sysApi:${code}`));
  if (!grant || (grant.until !== null && Number(grant.until) <= now))
    throw new CallFailure('permission', { code: 14305, params: { reason: 'grant' } });
  return grant;
}

/** Query and fields of the body as one. */
export const builtInInput = (input: RunInput): Record<string, unknown> => ({ ...input.query, ...bodyFields(input) });

/** What a function answered, in the form in which every call ends. */
export const builtInResult = ({
  code,
  data,
  params = {},
}: {
  code: number;
  data: unknown;
  params?: Readonly<Record<string, unknown>>;
}): RunResult => ({
  class: code === 0 ? 'ok' : code === 14302 ? 'off' : code === 14301 ? 'notFound' : code === 14309 ? 'schema' : 'fault',
  code,
  params,
  status: 0,
  targetStatus: null,
  data,
  raw: null,
  contentType: 'application/json; charset=utf-8',
  headers: {},
  cache: 'off',
  tries: 1,
  msTarget: 0,
  sent: nothing,
  received: nothing,
});
