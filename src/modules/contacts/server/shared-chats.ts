import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';

/** Returns, of these people, those who share a group with a person now: the module of groups says it when it starts. */
export type SharedChats = (db: Db, uid: string, empIds: readonly string[]) => Promise<ReadonlySet<string>>;

const nobody: SharedChats = async () => new Set();

/** Who shares a group with whom in a running product; without groups nobody does. */
export const sharedChatsOf = perProduct((): { set(shared: SharedChats): void; now(): SharedChats } => {
  let known = nobody;
  return { set: (shared) => (known = shared), now: () => known };
});
