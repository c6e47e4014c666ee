import type { cacheStates, callerKinds, FailureClass, stepStates, targetKinds } from '../common/failure-class.ts';

/** What was called. Lists, ranges and statistics follow what was noted of it last (`noteTargets`). */
export interface CallTarget {
  readonly interfaceId: string;
  readonly systemId: string;
  readonly systemCode: string;
  readonly systemName: string;
  readonly name: string;
  /** `system/prefix/interface`. */
  readonly path: string;
  readonly kind: (typeof targetKinds)[number];
  /** The department of its system: who sees it sees the calls. Null: only who sees everything. */
  readonly ownerDeptId: string | null;
}

/** A step of a call, the same at run time and in the workbench. */
export interface CallStep {
  /** A step of the gateway, by its name. */
  readonly step: string;
  /** Milliseconds after the call began, and how many it took. */
  readonly from: number;
  readonly ms: number;
  readonly state: (typeof stepStates)[number];
  /** A sentence or value, secrets masked. */
  readonly detail?: string | undefined;
  /** What went in and out, masked and small. */
  readonly data?: unknown;
}

/** A request or an answer as it is kept: masked by who gives it, cut at 64 KiB here. */
export interface CallBody {
  readonly contentType?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly text: string;
  /** Of the whole, whatever is kept of it. */
  readonly bytes: number;
  readonly truncated?: boolean | undefined;
}

/** A call that is over. */
export interface CallRecord {
  /** A UUID of version 7; made where absent. */
  readonly id?: string | undefined;
  /** When it began, epoch milliseconds. */
  readonly at: number;
  readonly requestId: string;
  readonly traceId?: string | null | undefined;
  readonly target: CallTarget;
  /** 0: a draft in the workbench. */
  readonly versionNo: number;
  /** From the workbench: marked in the log and not counted. */
  readonly test?: boolean | undefined;
  readonly caller: {
    readonly kind: (typeof callerKinds)[number];
    /** The system, or the name of the module. */
    readonly id?: string | null | undefined;
    readonly name?: string | null | undefined;
  };
  readonly employeeId?: string | null | undefined;
  readonly actForId?: string | null | undefined;
  readonly widgetId?: string | null | undefined;
  readonly address: string;
  readonly method: string;
  readonly class: FailureClass;
  /** What the caller got. */
  readonly httpStatus: number;
  /** What the system behind answered. */
  readonly targetStatus?: number | null | undefined;
  /** 0, or the code of the refusal. */
  readonly code: number;
  readonly ms: { readonly total: number; readonly target?: number | undefined; readonly queue?: number | undefined };
  readonly bytes: { readonly in: number; readonly out: number };
  readonly cache?: (typeof cacheStates)[number] | undefined;
  readonly tries?: number | undefined;
  /** This process unless said. */
  readonly node?: string | undefined;
  readonly steps?: readonly CallStep[] | undefined;
  readonly request?: CallBody | undefined;
  readonly answer?: CallBody | undefined;
  readonly replayOf?: string | null | undefined;
  /** What was masked, by `request.PATH` and `answer.PATH`: kept sealed. */
  readonly original?: ReadonlyMap<string, unknown> | undefined;
  /** False: counted and not logged (the log is off, or the call was left out by sampling). */
  readonly log?: boolean | undefined;
}
