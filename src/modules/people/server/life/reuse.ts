import { sql } from 'kysely';

const dayMillis = 86_400_000;

/** SQL: for how long the account of somebody who left is given to nobody else, in milliseconds; as it is set now. */
export const accountReuseMillis = sql<number>`((select account_reuse_days from muc_setting) * ${dayMillis}::bigint)`;
