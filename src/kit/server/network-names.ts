import type { Db } from './directory.ts';

/** Names of the networks of addresses; addresses of networks without a name are absent. */
export type NetworkNames = (db: Db, addresses: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Names by the one module that knows networks; none without it. */
export const networkNamesOf = (modules: readonly { readonly networkNames?: NetworkNames }[]): NetworkNames =>
  modules.find(({ networkNames }) => networkNames)?.networkNames ?? (async () => new Map());
