import type { JobContext } from '../services.ts';

/** What queries take of a call, for the person of a job. */
export const callOfJob = ({ services, caller }: JobContext) => ({ services, caller, db: services.database.db });

/** Texts of a catalogue in the language of the job's person, by their keys. */
export const wordOf =
  ({ services, caller }: JobContext, namespace: string) =>
  (key: string, params?: Record<string, unknown>): string =>
    services.texts.text(caller.language, namespace, key, params);
