import type { RoleCall } from '#kit/server/access/role.view.ts';
import type { JobContext } from '#kit/server/services.ts';

/** What queries of roles need, for the person of a job. */
export const callOfJob = ({ services, caller }: JobContext): RoleCall => ({ services, caller, db: services.database.db });

/** A text of this module in the language of the job's person. */
export const wordOf =
  ({ services, caller }: JobContext, namespace = 'system') =>
  (key: string, params?: Record<string, unknown>): string =>
    services.texts.text(caller.language, namespace, key, params);
