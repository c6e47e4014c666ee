import { sql } from 'kysely';

/**
 * SQL: the order in `o` stood open when a backup was restored, and nobody has said since that it still holds. It may have been stopped or
 * done after the backup was made: nothing of it is sent.
 */
export const unconfirmed = sql<boolean>`exists (select from audit_restore restored where restored.at > coalesce(o.confirmed_at, o.asked_at))`;
