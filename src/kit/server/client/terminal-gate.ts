import type { FastifyRequest } from 'fastify';
import type { ClientEndpoint } from '#kit/common/client/client-endpoint.ts';
import type { SessionStage } from '#kit/common/client/client-facts.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Settings } from '#platform/settings.ts';
import type { Db, Directory } from '../directory.ts';
import type { CoreServices } from '../services/core-services.ts';
import type { AppSignIns } from './app-sign-in.ts';
import type { DeviceGate } from './device-gate.ts';

/** A session of a terminal as its calls see it. */
export interface TerminalSession {
  readonly id: string;
  readonly uid: string;
  readonly account: string;
  readonly name: string;
  readonly stage: SessionStage;
  /** Code of the sign-in setting that opened it. */
  readonly way: string;
  /** Second factor by which it was proven; `none`. */
  readonly factor: string;
  /** RFC 7638 thumbprint of the key that it works with alone. */
  readonly thumbprint: string;
}

/** Which terminal calls, from its headers and its proof. */
export interface Terminal {
  readonly clientApi: number;
  readonly appKey: string;
  readonly platform: number;
  readonly buildNo: number;
  readonly installId: string;
  /** Of the key that was proven; null where the call asks for no proof. */
  readonly thumbprint: string | null;
  /** Null where the call asks for no session. */
  readonly session: TerminalSession | null;
}

/** What the gate reads of a call: of a request, or of the first frame of a connection. */
export type GateRequest = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'ip' | 'protocol' | 'host'>;

/** What is checked before the handler of a terminal's call, and what ends its sessions. One module provides it. */
export interface TerminalGate {
  /** Headers, rate, proof, session and its stage, person, in this order; refuses with the code of the first that does not hold. */
  admit(operation: ClientEndpoint, request: GateRequest): Promise<Terminal>;
  /** Which decisions the answers go by: four counters, of the site, the application, the person and the device. */
  epoch(services: EpochServices, terminal: Terminal | undefined): Promise<string>;
  /** Ends every session of these people in the transaction that ends those of the console; answers how many. */
  endAll(tx: Db, uids: readonly string[], reason: string): Promise<number>;
  /** Calls back within a second after something changed about a session of this person; returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
  /** Whose open session this is, undefined where there is none of terminals. */
  holderOf(db: Db, sessionId: string): Promise<string | undefined>;
  /** Which of these sessions of terminals are open. */
  openAmong(db: Db, sessionIds: readonly string[]): Promise<string[]>;
  /** Ends sessions of one person by id, as an administrator; answers how many. */
  end(tx: Db, uid: string, ids: readonly string[]): Promise<number>;
  /** Ends the sessions that work with one of these keys, of one person or of everybody, because of the device; answers how many. */
  endOfKeys(tx: Db, keys: readonly string[], uid?: string): Promise<number>;
  /** Brings the sessions of a person with a key to another stage, once their device is bound or waits for it. */
  stageOfKey(tx: Db, of: { uid: string; key: string }, stage: Extract<SessionStage, 'enrol' | 'pending' | 'full'>): Promise<void>;
}

/** Counts decisions that terminals go by, those for all and those for one person; each grows with every decision. */
export type ClientEpoch = (
  services: CoreServices,
  uid: string | undefined,
) => Promise<{ readonly site?: number; readonly person?: number }>;

/** What the counters are read with. */
export interface EpochServices extends CoreServices {
  readonly clientEpochs: readonly ClientEpoch[];
}

/** Which code refuses a call of a session from this build of an application; undefined where it is answered. */
export type BuildRule = (terminal: Pick<Terminal, 'appKey' | 'platform' | 'buildNo'>, path: string) => number | undefined;

/** What the gate is made of. */
export interface GateParts {
  readonly database: Database;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly now: () => number;
  /** Keys of the applications that administrators keep; read from memory mostly. */
  readonly appKeys?: () => Promise<ReadonlySet<string>>;
  /** Which builds of them are still answered; read from memory mostly. */
  readonly buildRule?: () => Promise<BuildRule>;
  /** What applications ask of signing in to them; read from memory mostly. */
  readonly appSignIns?: () => Promise<AppSignIns>;
  /** Which devices are let in, where a module decides on that. */
  readonly devices?: DeviceGate;
}
