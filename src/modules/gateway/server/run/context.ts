import type { Services } from '#kit/server/services.ts';
import type { Definition, InterfaceKind } from '#modules/access/common/definition.ts';
import type { GatewaySettings } from '#modules/access/server/public.ts';
import type { CallClass } from './failure.ts';

/** The parts of the product that calls need. */
export type RunServices = Pick<Services, 'database' | 'outbound' | 'secrets' | 'now' | 'log' | 'directory' | 'texts' | 'bus'>;

/** The back-end address and sign-in of a prefix. */
export interface PrefixFacts {
  readonly id: string;
  readonly code: string;
  readonly enabled: boolean;
  readonly addresses: readonly { readonly url: string; readonly weight: number }[];
  readonly signIn: string;
  readonly signInName: string;
  readonly signInAccount: string;
  /** Sealed. */
  readonly secret: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly ca: string;
  readonly timeoutMs: number;
}

/** A published version, or a draft that is tried, as calls run it. */
export interface Loaded {
  readonly id: string;
  readonly name: string;
  readonly kind: InterfaceKind | 'sysApi';
  /** sys/prefix/interface. */
  readonly path: string;
  readonly versionNo: number;
  readonly definition: Definition;
  readonly prefix: PrefixFacts;
  readonly system: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly ownerDeptId: string;
    readonly enabled: boolean;
  };
  readonly enabled: boolean;
  readonly isWrite: boolean;
  readonly callers: readonly string[];
  /** Until when anybody may call it; null where its callers must be known. */
  readonly openUntil: number | null;
  readonly log: {
    readonly on: boolean;
    readonly level: 'meta' | 'headers' | 'full' | 'onError';
    readonly until: number | null;
    readonly keep: boolean;
  };
  /** What holds for every interface. */
  readonly settings: Pick<GatewaySettings, 'timeoutMs' | 'maxInBytes' | 'maskNames'>;
}

/** Who calls, once that is known. */
export interface RunCaller {
  readonly kind: 'none' | 'terminal' | 'system' | 'internal';
  readonly id: string | null;
  readonly name: string;
  readonly systemCode: string;
  readonly employee: { readonly uid: string; readonly account: string; readonly name: string } | null;
  readonly actForId: string | null;
  readonly widgetId: string | null;
  readonly platform: number | null;
  readonly locale: string;
  readonly address: string;
}

/** What came with a call. */
export interface RunInput {
  readonly method: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly contentType: string;
}

/** A step of a call (section 6.2 of the design): what happened in it, masked. */
export interface Step {
  readonly step: StepName;
  readonly state: 'done' | 'skipped' | 'failed';
  readonly from: number;
  readonly ms: number;
  readonly detail?: string;
  readonly data?: unknown;
}

const stepNames = [
  'route',
  'method',
  'caller',
  'grant',
  'limits',
  'params',
  'cache',
  'map',
  'target',
  'decode',
  'answerMap',
  'answerSchema',
  'store',
  'answer',
] as const;
export type StepName = (typeof stepNames)[number];

/** What a target is asked. */
export interface TargetCall {
  readonly services: RunServices;
  readonly loaded: Loaded;
  readonly values: Readonly<Record<string, unknown>>;
  /** What the request mapping made, else the parameters of the body. */
  readonly body: unknown;
  readonly globals: Globals;
  readonly caller: RunCaller;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Milliseconds left. */
  readonly left: () => number;
  /** Values that must never be shown. */
  readonly hidden: Set<string>;
}

/** What a target answered. */
export interface TargetAnswer {
  readonly status: number | null;
  /** Parsed. */
  readonly data: unknown;
  /** As it came, for raw answers. */
  readonly raw: Buffer;
  /** Whether what came is the JSON of the data, in UTF-8. */
  readonly isJson?: boolean;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What was sent, in the words of the protocol; made when somebody looks. */
  readonly sent: () => string;
  readonly tries: number;
}

/** Values of global parameters; tokens are obtained when they are asked for. */
export interface Globals {
  value(name: string): Promise<unknown>;
  /** A text with the parameters in the places of their marks. */
  fill(text: string): Promise<string>;
  /** Obtains the token again after it was refused. */
  renew(name: string): Promise<void>;
}

/** How a call ended. */
export interface RunResult {
  readonly class: CallClass;
  readonly code: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly targetStatus: number | null;
  readonly data: unknown;
  readonly raw: Buffer | null;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cache: 'hit' | 'miss' | 'stale' | 'mock' | 'off';
  readonly tries: number;
  readonly msTarget: number;
  /** Its bytes in the envelope, where they are known. */
  readonly envelope?: Buffer;
  /** For the workbench: made when it looks. */
  readonly sent: () => string;
  readonly received: () => string;
  readonly retryAfter?: number;
}

/** Nothing was sent, or received. */
export const nothing = (): string => '';
