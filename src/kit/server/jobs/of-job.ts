import type { JobContext } from '../services.ts';

/** What queries take of a call, for the person of a job. */
export const callOfJob = ({ services, caller }: JobContext) => ({ services, caller, db: services.database.db });

/** Texts of a catalogue in the language of the job's person, by their keys. */
export const wordOf =
  ({ services, caller }: JobContext, namespace: string) =>
  (key: string, params?: Record<string, unknown>): string =>
    services.texts.text(caller.language, namespace, key, params);

/** A page of a list. */
interface Page<R> {
  readonly list: readonly R[];
  readonly pages: number;
}

/** All rows of a list, for a file: read page by page from the first on, until the job is cut off. */
export async function* everyRow<R>({ signal }: Pick<JobContext, 'signal'>, read: (pageNum: number) => Promise<Page<R>>): AsyncGenerator<R> {
  for (let pageNum = 1; ; pageNum += 1) {
    signal.throwIfAborted();
    const { list, pages } = await read(pageNum);
    yield* list;
    if (pageNum >= pages) return;
  }
}
