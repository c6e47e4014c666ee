import type { Logger } from 'pino';
import type { Endpoint } from '#kit/common/contract.ts';
import type { Enumeration } from '#kit/common/enumeration.ts';
import type { Language } from '#kit/common/language.ts';
import type { PropertyDefinition } from '#kit/common/property.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import type { SignInState } from '#kit/common/session/sign-in-state.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { DiskRoom } from '#platform/disk-room.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Settings } from '#platform/settings.ts';
import type { ReadLog } from './audit/read-log.ts';
import type { WordBook } from './audit/words.ts';
import type { Caller, Grants } from './caller.ts';
import type { ClientEpoch, TerminalGate } from './client/terminal-gate.ts';
import type { ClientPart } from './client/client-part.ts';
import type { ConfigArea } from './config/config-area.ts';
import type { Approvals } from './change/approvals.ts';
import type { KeptFiles } from './files/sealed-files.ts';
import type { BoundRoute } from './handle.ts';
import type { Licences } from './licence.ts';
import type { Mails } from './mail/open-mails.ts';
import type { SignInWays } from './session/sign-in-ways.ts';
import type { Kind } from './change/kind.ts';
import type { CrowdUse } from './crowd-use.ts';
import type { ExtraUse } from './extra-use.ts';
import type { HoldingKind } from './holdings.ts';
import type { DepartmentUse } from './department-use.ts';
import type { KeyedColumn } from './keyed-column.ts';
import type { KnownLogKind } from './log-kind.ts';
import type { NetworkNames } from './network-names.ts';
import type { KnownRadarKind } from './radar-kind.ts';
import type { Db, Directory, Tx } from './directory.ts';
import type { FactorDue } from './session/session.table.ts';
import type { SignInLog } from './session/sign-in-log.ts';
import type { SignInPolicies } from './session/sign-in-policy.ts';
import type { TextParams, Texts } from './texts.ts';
import type { Warnings } from './warning/open-warnings.ts';
import type { ReviewedArea } from './access/reviewed-area.ts';

/** A session as the pipeline sees it. */
export interface SessionView {
  id: string;
  uid: string;
  account: string;
  name: string;
  confirmedAt: number;
  mustChangePassword: boolean;
  /** The second factor is still to be given or set up. */
  factorDue?: FactorDue | null;
  /** A program calls by a token of this person: only these codes, and nothing that needs the password. */
  token?: { readonly id: string; readonly name: string; readonly codes: readonly string[]; readonly stepUps: readonly string[] };
  /** The console is seen as this person sees it: nothing is written. */
  viewing?: Viewed;
}

/** As whom somebody looks at the console, and until when. */
export interface Viewed {
  readonly uid: string;
  readonly name: string;
  readonly endsAt: number;
}

/** What the pipeline asks of sign-in: the session of a token, or why there is none (65001 none or expired, 65003 ended). */
export interface Sessions {
  find(token: string | undefined, cookie: string | undefined, address?: string): Promise<SessionView | { refused: 65001 | 65003 }>;
  /** Why a session is over (65001 expired or signed out, 65003 ended), undefined while it is not. Does not count as use of it. */
  over(sessionId: string): Promise<65001 | 65003 | undefined>;
  /** Calls back soon after sessions of this person changed anywhere; returns the way to end that. */
  watch(uid: string, listener: () => void): () => void;
  /** Ends every session of these people, on every node; their next call gets 65003. */
  endAll(tx: Db, uids: readonly string[], reason: string): Promise<void>;
  /** Ends sessions of one person by id; answers how many. */
  end(tx: Db, uid: string, ids: readonly string[], reason: string): Promise<number>;
}

/** Passwords and locks of other people, for who administers them; made by sign-in. */
export interface Credentials {
  /** Stores a new password, checked against the site's policy (10400 at `password`) and hashed; from `endsAt` on it signs nobody in. Sessions are ended by the caller. */
  setPassword(tx: Tx, uid: string, password: { text: string; mustChange: boolean; endsAt?: number }): Promise<void>;
  /** Lifts locks after too many wrong passwords; answers how many were locked. */
  unlock(tx: Tx, uids: readonly string[]): Promise<number>;
  /** How a person's sign-in stands. */
  look(db: Db, person: { uid: string; account: string }): Promise<SignInState>;
  /** Erases passwords and preferences of people who are gone for good. */
  forget(tx: Tx, uids: readonly string[]): Promise<void>;
}

/** The grants of people, true on every node within a second of a change. */
export interface GrantsOf {
  grants(uid: string): Promise<Grants>;
  /** Called in the transaction of a change of roles, members or departments: everybody's grants are read anew after its commit. */
  changed(tx: Db): Promise<void>;
}

/** Progress of a job as people see it. */
export interface Progress {
  done: number;
  total: number | null;
  failed: number;
}

/** What a running job may use. */
export interface JobContext {
  readonly jobId: string;
  /** The person it works for, with the grants of now. Throws 65002-like refusals when they were lost. */
  readonly caller: Caller;
  readonly services: Services;
  /** Aborted when the job is cancelled, the process drains or the person lost the right. */
  readonly signal: AbortSignal;
  progress(progress: Progress): Promise<void>;
}

/** A kind of long work; registered once at start. `payload` and `result` are JSON. */
export interface JobKind<P, R> {
  readonly kind: string;
  /** Key of the title in a catalogue. */
  readonly title: { readonly namespace: string; readonly key: string };
  /** Resource code the person must still hold while it runs; its range is that of the job's caller. */
  readonly code: string | null | ((payload: P) => string | null);
  /** What fills the title. */
  params?(payload: P): TextParams;
  /** Jobs of the same key run one after another, on whatever node. */
  exclusive?(payload: P): string;
  /** Runs again from the start after a crash: it must find by itself what is already done. */
  run(context: JobContext, payload: P): Promise<R>;
  /** Called when the job is over without being done, also when it never ran: cancelled while it waited, its person without the right, given up after crashes. */
  over?(db: Db, payload: P, state: 'failed' | 'cancelled'): Promise<void>;
}

/** Long work: shown in the job tray, cancelled, resumed after a restart, never run twice at once. */
export interface Jobs {
  register<P, R>(kind: JobKind<P, R>): void;
  /** Starts a job in the caller's transaction: it begins only if that commits. Answers its id. */
  start<P, R>(tx: Db, caller: Caller, kind: JobKind<P, R>, payload: P): Promise<string>;
  /** The kind of a job by its name, undefined when this version has none. */
  kindOf(kind: string): JobKind<never, unknown> | undefined;
}

/** News to browsers that are open now; nothing is kept. */
export interface Live {
  /** To one person's browsers, or to all. `topic` like `job`, `entity`, `session`. */
  send(to: { uid: string } | 'everybody', topic: string, data: unknown): Promise<void>;
  /** Hears what is sent to this person, on whatever node; returns the way to end that. `ended` tells that the server drains. */
  listen(uid: string, listener: { news(topic: string, data: unknown): void; ended(): void }): () => void;
  /** Ends all listening: before the server closes. */
  close(): void;
}

/** Everything a handler may use beside the database and the caller. Made once, in `src/app`. */
export interface Services {
  readonly settings: Settings;
  readonly database: Database;
  readonly bus: Bus;
  readonly secrets: Secrets;
  readonly files: KeptFiles;
  /** Whether writes are taken. */
  readonly room: DiskRoom;
  readonly outbound: Outbound;
  readonly directory: Directory;
  readonly texts: Texts;
  /** What each audit word says. */
  readonly words: WordBook;
  readonly sessions: Sessions;
  /** The rules of signing in, as they are now. */
  readonly policy: SignInPolicies;
  readonly signInLog: SignInLog;
  readonly readLog: ReadLog;
  /** For who notices that something is wrong, or right again. */
  readonly warnings: Warnings;
  /** Absent where sign-in has no passwords of its own; calls that need them then answer 10503. */
  readonly credentials?: Credentials;
  /** Ways to sign in beside the password of this product, and the rules for all of them. */
  readonly signIn?: SignInWays;
  /** What stands before the calls of terminals; without it they answer 10503. */
  readonly terminals?: TerminalGate;
  /** Count the decisions that terminals go by, of every module. */
  readonly clientEpochs: readonly ClientEpoch[];
  /** Of what terminals are told while they wait, of every module. */
  readonly clientParts: readonly ClientPart[];
  /** Which writes wait for a second person; none where no module decides. */
  readonly approvals?: Approvals;
  /** What the licence allows. */
  readonly licence: Licences;
  readonly access: GrantsOf;
  readonly jobs: Jobs;
  readonly live: Live;
  readonly mails: Mails;
  readonly log: Logger;
  /** Every kind of object that changes through the change engine. */
  readonly kinds: readonly Kind[];
  /** What the networks are called that addresses lie in. */
  readonly networkNames: NetworkNames;
  /** Every log that the modules keep. */
  readonly logKinds: readonly KnownLogKind[];
  /** Everything that ends or ages, by its kind. */
  readonly radarKinds: readonly KnownRadarKind[];
  /** Everything that can be carried between installations as text. */
  readonly configAreas: readonly ConfigArea[];
  /** Every page and button that the modules declare. */
  readonly resources: readonly MenuResource[];
  /** Every operation that the modules bind, to show what stands behind a code. */
  readonly operations: readonly Endpoint[];
  /** Every operation with its handler and module, for calls that are done later than they were asked for. */
  readonly routes: readonly { readonly module: string; readonly route: BoundRoute }[];
  /** Every enumeration that the modules declare. */
  readonly enumerations: readonly Enumeration[];
  /** Every property that the modules declare. */
  readonly properties: readonly PropertyDefinition[];
  /** Every column that is sealed under a key of the enterprise. */
  readonly keyedColumns: readonly KeyedColumn[];
  /** What names crowds, of every module. */
  readonly crowdUses: readonly CrowdUse[];
  /** What asks for extra fields, of every module. */
  readonly extraUses: readonly ExtraUse[];
  /** Role areas that the review of rights lists beside that of the console, of every module. */
  readonly reviewedAreas: readonly ReviewedArea[];
  /** What people hold, of every module. */
  readonly holdings: readonly HoldingKind[];
  /** What names departments, of every module. */
  readonly departmentUses: readonly DepartmentUse[];
  readonly languages: readonly Language[];
  /** Of the product, as package.json says it. */
  readonly version: string;
  /** Epoch milliseconds; tests move it. */
  readonly now: () => number;
}

export type { Db, Tx };
