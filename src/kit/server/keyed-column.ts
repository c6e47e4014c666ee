import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Db } from './directory.ts';

/** A text column whose values are sealed under the enterprise's key of a purpose: a rotation of that key seals them again. */
export interface KeyedColumn {
  /** `messageStore`, `fileStore`: one of the purposes of the enterprise's keys. */
  readonly purpose: string;
  readonly table: string;
  /** Column of the row's id (a uuid); with table and column it is bound into what is sealed. */
  readonly id: string;
  readonly column: string;
}

/** Where a value sealed under a key of the enterprise stands; copied elsewhere it does not open. */
export interface KeyedPlace {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

/** The keys of the enterprise, for who keeps sealed values in its keyed columns. */
export interface Keyring {
  /** Seals under the key of a purpose that writes now; in a transaction no other becomes it before the end. */
  seal(tx: Db, purpose: string, value: { readonly plain: string; readonly place: KeyedPlace }): Promise<string>;
  /** Opens what was sealed under whatever key that is not destroyed. */
  open(db: Db, sealed: string, place: KeyedPlace): Promise<string>;
  /** Whether a value was sealed by it. */
  knows(sealed: string): boolean;
  /** A fresh key for one large content, of the algorithm of the key of a purpose that writes now; its secret is kept sealed by `seal`. */
  contentKey(db: Db, purpose: string): Promise<ContentKey>;
  /** The same key again, by its secret. */
  contentKeyOf(secret: string): ContentKey;
}

/** A key that seals one large content chunk by chunk. */
export interface ContentKey {
  readonly secret: string;
  /** Bytes by which a sealed chunk is longer. */
  readonly overhead: number;
  /** Seals a chunk for its place (`bound`). */
  seal(chunk: Buffer, bound: string): Buffer;
  /** Throws when the chunk was changed or belongs elsewhere. */
  open(sealed: Buffer, bound: string): Buffer;
}

/** The keys of these modules, where one has them. */
export const keyringOf = (modules: readonly { keyring?(secrets: Secrets): Keyring }[], secrets: Secrets): Keyring | undefined =>
  modules.find((module) => module.keyring)?.keyring?.(secrets);
