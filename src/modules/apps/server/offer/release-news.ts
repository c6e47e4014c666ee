import type { Tx } from '#kit/server/directory.ts';

/** Marks that decisions about offers changed: nothing is kept in memory yet, so the next check reads them anew. */
export const releaseChanged = async (_tx: Tx): Promise<void> => undefined;
