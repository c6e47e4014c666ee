import type { Database } from '#platform/database/open-database.ts';

/** JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue | undefined };

/** Gets a channel's messages, its own process's too. */
export type Listener = (message: JsonValue) => void;

/** News between the nodes of one installation: delivered at most once, in the order of one publisher, to those who listen now. */
export interface Bus {
  /** Settles when the message is on its way; rejects when it can't be sent, and then every node hears a gap as soon as it can. */
  publish(channel: string, message: JsonValue): Promise<void>;
  /** Calls the listener for each message; returns the way to end that. */
  subscribe(channel: string, listener: Listener): () => void;
  /** Calls back after messages may have been missed: whoever keeps a copy of something drops it. Returns the way to end that. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Options of openBus; the database must be migrated. */
export interface BusOptions {
  database: Database;
  redisUrl?: string;
  /** Told about lost connections and failing listeners. */
  onFailure?: (sentence: string) => void;
}
