declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** The server's COPY ... TO STDOUT as a stream; rowCount is known at its end. */
  export function to(statement: string): Readable & Submittable & { rowCount: number };
  /** A stream into the server's COPY ... FROM STDIN; rowCount is known at its end. */
  export function from(statement: string): Writable & Submittable & { rowCount: number };
}
