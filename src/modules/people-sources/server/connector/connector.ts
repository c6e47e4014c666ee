import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { SourceKind } from '../../common/source-kinds.ts';

/**
 * One value of an attribute as it came: text, number, boolean, bytes of a picture, or several of them. Absent is "not delivered"; null and
 * an empty list are "empty".
 */
export type RawValue = string | number | boolean | null | Buffer | readonly RawValue[];

/**
 * One record as a connector reads it, before any mapping. Attributes keep the names the other side gives them; those that a connector works
 * out itself begin with `$`: `$id` (external id where the protocol has one that survives renames), `$parent` (external id of the department
 * above, null at the top), `$path` (names from the source's top down to the department, separated by `/`), `$departments` (external ids, the primary
 * first; `$top` is the source's root),
 * `$manager` (external id), `$disabled` (boolean), `$dn`.
 */
export interface RawRecord {
  readonly of: 'department' | 'employee';
  readonly values: Readonly<Record<string, RawValue>>;
  /** Row or position in what was read, for messages. */
  readonly line?: number;
  /** The record could not be read wholly: kept as an invalid row. */
  readonly fault?: string;
  /** Print of what it was made of (`Prints`), as it is stored. */
  readonly print?: string;
}

/**
 * Prints of records before they are taken apart: digests of the bytes that came and of everything else that the connector makes a record of.
 * Two with the same print are the same record; the same record may come with another print, and is then looked at.
 */
export interface Prints {
  /** Goes into every print: what decides on a record beside the other side. */
  readonly key: string;
  /** What is known, once it is loaded; undefined where nobody is. */
  readonly known: Promise<KnownPrints | undefined>;
}

/** Records and pages whose prints are known. */
export interface KnownPrints {
  /** Whether a record with this print is known; who is known is counted as read and need not be delivered. */
  take(print: string): boolean;
  readonly pages: PagePrints;
}

/** What the records of a page were made of beside their bytes and the departments. */
export interface KnownPage {
  /** The managers they name, as they are written, with the ids that were found of them. */
  readonly managers: readonly (readonly [name: string, id: string | null])[];
  /** When the last of them changed, as the directory writes it. */
  readonly latest: string;
}

/** Pages that come as they came before, told by a print of all that is in them. */
export interface PagePrints {
  find(print: string): KnownPage | undefined;
  /** Counts everybody of a page as read; undefined where one of them is not known any more: then all have to be looked at. */
  take(print: string): number | undefined;
  /** Keeps a page of which every record was known, with the prints of the records as they are stored. */
  keep(print: string, records: readonly string[], page: KnownPage): void;
}

/** What a reading yields, in order: departments before the people in them where the other side lets it. */
export type ReadEvent =
  | { readonly records: readonly RawRecord[] }
  /** How many people came of whom a print was known. */
  | { readonly known: number }
  /** External ids that the other side says are gone (incremental readings alone). */
  | { readonly gone: readonly { readonly of: RawRecord['of']; readonly id: string }[] }
  /**
   * The last event of a reading that came to its end. Without it the reading was not complete and nobody counts as gone (12115). `cursor`
   * is where the next incremental reading begins, null where there is none. `whole`: changes were asked for, but everything was read because
   * the cursor did not fit (another controller answers); who is missing may then be concluded as from a full reading.
   * `mark` tells this state of the other side from every other, where a connector can say so.
   */
  | { readonly end: { readonly cursor: string | null; readonly whole?: true; readonly mark?: string } }
  /** Instead of all others: nothing changed since the reading of everything that ended with the mark of the request. */
  | { readonly same: true };

/** What is to be read. */
export interface ReadRequest {
  /** `full`: everything, from which who is missing may be concluded; `incremental`: what changed since the cursor; `sample`: a few records. */
  readonly mode: 'full' | 'incremental' | 'sample';
  readonly cursor: string | null;
  /** Largest number of people in a sample, and as many departments. */
  readonly limit?: number;
  /** Objects that events named: they alone are fetched again (mode incremental). */
  readonly only?: readonly { readonly of: RawRecord['of']; readonly id: string }[];
  /**
   * Names of the attributes that are needed (mapping, scope), as the other side or `$…` calls them. A connector may leave out others, and
   * reads pictures only where they are named. Absent: all but pictures.
   */
  readonly attributes?: Readonly<Record<RawRecord['of'], readonly string[]>>;
  /** What the last good reading of everything ended with, where nothing but the other side decides on what becomes of it (mode full). */
  readonly mark?: string;
  /** Who is known by a print; a connector that makes none delivers everybody. */
  readonly prints?: Prints;
  readonly signal: AbortSignal;
}

/** Steps of a test, each with its own result. */
const testSteps = ['resolve', 'connect', 'tls', 'signIn', 'read'] as const;
export type TestStep = (typeof testSteps)[number];

/** Why a source can't be read; `category` fills 12102, `what` fills 12103. */
const failureCategories = [
  'dns',
  'denied',
  'refused',
  'tls',
  'auth',
  'permission',
  'syntax',
  'empty',
  'timeout',
  'limit',
  'protocol',
  'unavailable',
] as const;
export type FailureCategory = (typeof failureCategories)[number];

/** A failure of the other side or of the way there. The message is for the log; people read the category in their language. */
export class SourceFailure extends Error {
  readonly category: FailureCategory;
  /** A name from the other side that says where: a base, a table, a path, an error code. Never a secret. */
  readonly what: string;
  constructor(category: FailureCategory, what = '', cause?: unknown) {
    super(`${category}${what === '' ? '' : `: ${what}`}`, { cause });
    this.category = category;
    this.what = what;
  }
}

/** One line of a test. */
export interface TestLine {
  readonly step: TestStep;
  readonly ok: boolean;
  readonly category?: FailureCategory;
  readonly what?: string;
  readonly ms: number;
}

/** What reading files needs of the house. */
export interface FileMeans {
  /** Folders below which files may be read. */
  readonly folders: readonly string[];
  /** Folder for copies. */
  readonly scratch: string;
  /** A file that was uploaded, undefined when it is gone. */
  uploaded(id: string): Promise<{ readonly name: string; open(): Promise<Readable> } | undefined>;
}

/** What a connector may use of the house. */
export interface ConnectorHouse {
  readonly outbound: Outbound;
  readonly files: FileStore;
  /** Only for the connector of files. */
  readonly means?: FileMeans;
  readonly log: Logger;
  now(): number;
}

/** A source as its connector sees it: checked configuration and opened secrets (by name; absent ones were cleared or never set). */
export interface OpenSource<C> {
  readonly code: string;
  readonly config: C;
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * How one kind of source is read. It knows nothing of people's fields, ranges or plans: it yields records page by page, in memory bounded by
 * a page, and throws SourceFailure. Loaded with the first use (`connectors.ts`), because its library is large.
 */
export interface Connector<C = unknown> {
  readonly kind: SourceKind;
  readonly config: z.ZodType<C>;
  /** Names of its secrets. */
  readonly secrets: readonly string[];
  /** Where the secrets would be sent: when it changes they are cleared (12105). */
  target(config: C): string;
  /** Whether it can read what changed alone. */
  incremental(config: C): boolean;
  /** False where what it reads is never everything: then only `incremental` may be asked. Absent: it can be read wholly. */
  whole?(config: C): boolean;
  /** Whether one object of this kind can be asked for by its id (`only`). Absent: it can't. */
  fetchesOne?(config: C, of: RawRecord['of']): boolean;
  /** Tries it step by step; ends with the first step that fails. Reads nothing but a record or two. */
  test(house: ConnectorHouse, source: OpenSource<C>, signal: AbortSignal): Promise<TestLine[]>;
  read(house: ConnectorHouse, source: OpenSource<C>, request: ReadRequest): AsyncGenerator<ReadEvent>;
  /** Attributes that suggest themselves for a field (`employee.account` and the like): read in this order of preference. */
  readonly suggests: Readonly<Record<string, readonly string[]>>;
  /** The same where it depends on the configuration. */
  suggestsFor?(config: C): Readonly<Record<string, readonly string[]>>;
}
