import {
  PagedResultsControl,
  SearchRequest,
  SearchResponse,
  StatusCodeParser,
  type Client,
  type Control,
  type Entry,
  type Filter,
  type SearchEntry,
  type SearchOptions,
} from 'ldapts';
import { QuickEntry, type Some } from './quick-entries.ts';
import { outboundError } from '../outbound/outbound-error.ts';

/** One question to a directory. */
export interface PageRequest {
  readonly base: string;
  readonly scope: NonNullable<SearchOptions['scope']>;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  /** Attributes whose values stay bytes, in the spelling of the directory. */
  readonly buffers?: readonly string[];
  /** Only which attributes there are, none of their values. */
  readonly typesOnly?: boolean;
  /** Entries of one page and where the page before ended; absent: the answer comes whole. */
  readonly paged?: { readonly size: number; readonly cookie: Buffer };
  /** Where the answer may stop; without it a limit of the directory is an error. */
  readonly atMost?: number;
  /** Longest wait, ms: also said to the directory, in seconds. */
  readonly waitMs: number;
  readonly controls?: readonly Control[];
}

/** An entry that is not taken apart yet. */
export interface WaitingEntry {
  /** The entry as it came (BER); undefined where the library took it apart. */
  readonly bytes: Buffer | undefined;
  /** Its name and at least these attributes of it. */
  outline(some: Some): Entry;
  whole(): Entry;
}

/** An answer; a cookie that is not empty says that there is more, also when no entry came. */
export interface Page {
  /** Taken apart when they are asked for: the next page may be on its way by then. */
  entries(): readonly Entry[];
  /** The same entries, none of them taken apart. */
  readonly waiting: readonly WaitingEntry[];
  readonly cookie: Buffer;
}

const nothing = Buffer.alloc(0);
const sizeLimitExceeded = 4;

/**
 * Asks for one page. The library's own paging takes a page without entries for the last one even when a cookie came with it, and does not
 * tell; so this step goes through its sender. References to other directories are not followed.
 */
export async function searchPage(client: Client, request: PageRequest): Promise<Page> {
  const { paged, atMost = 0, attributes, buffers = [], waitMs } = request;
  if (!client.isConnected) throw outboundError('protocol');
  const message = new SearchRequest({
    messageId: Number(client['_nextMessageId']()),
    baseDN: request.base,
    scope: request.scope,
    filter: request.filter,
    attributes: [...attributes],
    returnAttributeValues: request.typesOnly !== true,
    sizeLimit: atMost,
    timeLimit: Math.ceil(waitMs / 1000),
    controls: [...(request.controls ?? []), ...(paged ? [new PagedResultsControl({ value: { ...paged }, critical: true })] : [])],
  });
  const reply: unknown = await inTime(client['_send'](message), waitMs);
  if (!(reply instanceof SearchResponse)) throw outboundError('protocol');
  const isCutAsAsked = reply.status === sizeLimitExceeded && atMost > 0;
  if (reply.status !== 0 && !isCutAsAsked) throw StatusCodeParser.parse(reply);
  const ended = reply.controls?.find((control) => control instanceof PagedResultsControl);
  const asBytes = [...buffers];
  const waiting = reply.searchEntries.map((entry) => new Waiting(entry, asBytes));
  return {
    waiting,
    entries: () => waiting.map((entry) => entry.whole()),
    cookie: ended?.value?.cookie ?? nothing,
  };
}

class Waiting implements WaitingEntry {
  readonly bytes: Buffer | undefined;
  readonly #entry: SearchEntry;
  readonly #buffers: string[];

  constructor(entry: SearchEntry, buffers: string[]) {
    this.#entry = entry;
    this.#buffers = buffers;
    this.bytes = entry instanceof QuickEntry ? entry.bytes : undefined;
  }

  outline(some: Some): Entry {
    return this.#entry instanceof QuickEntry ? this.#entry.outline(some, this.#buffers) : this.whole();
  }

  whole(): Entry {
    return this.#entry.toObject([], this.#buffers);
  }
}

/** Who waits too long closes the connection: nothing else ends a question. */
async function inTime(answer: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(outboundError('timeout')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
