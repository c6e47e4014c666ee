import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { perProduct } from '#kit/server/per-product.ts';

/** Tells which files a person may reach at all: an area that hands files to people registers one. */
export interface FileSource {
  readonly name: string;
  /** Of these files those that this person may reach by it. */
  reached(db: Db, employeeId: string, fileIds: readonly string[]): Promise<readonly string[]>;
}

/** Whoever uploaded a file reaches it. */
const ownFiles: FileSource = {
  name: 'own',
  reached: async (db, employeeId, fileIds) => {
    const { rows } = await sql<{
      id: string;
    }>`select id from file where id = any(${[...fileIds]}::uuid[]) and owner = ${employeeId}`.execute(db);
    return rows.map(({ id }) => id);
  },
};

/** Tells which of these files nobody reaches any more, whoever they belong to: they were withdrawn, or their time is over. */
export type FileCloser = (fileIds: readonly string[]) => Promise<readonly string[]>;

/** The sources of a running product, and what closes files. */
export const fileSourcesOf = perProduct(() => {
  const sources: FileSource[] = [ownFiles];
  const closers: FileCloser[] = [];
  return {
    /** Registers what closes files. */
    close(closer: FileCloser): void {
      closers.push(closer);
    },
    /** Registers a source; one of the same name is replaced. */
    add(source: FileSource): void {
      const at = sources.findIndex(({ name }) => name === source.name);
      if (at === -1) sources.push(source);
      else sources[at] = source;
    },
    /** Of these files those that this person may reach by any source; `own` are known to be theirs. What is closed nobody reaches, nor its owner. */
    async reached(db: Db, employeeId: string, fileIds: readonly string[], own: readonly string[] = []): Promise<Set<string>> {
      const found = new Set<string>(own);
      for (const source of sources) {
        const missing = fileIds.filter((id) => !found.has(id));
        if (missing.length === 0) break;
        for (const id of await source.reached(db, employeeId, missing)) found.add(id);
      }
      for (const closer of closers) if (found.size > 0) for (const id of await closer([...found])) found.delete(id);
      return found;
    },
  };
});
