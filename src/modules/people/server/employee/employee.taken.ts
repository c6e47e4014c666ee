import { sql, type RawBuilder } from 'kysely';
import { clock } from '#platform/clock.ts';
import { normaliseAccount } from '#platform/text/clean-text.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Operation } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { emailKey } from './employee.keys.ts';
import type { Issues } from '../issues.ts';
import { accountReuseMillis } from '../life/reuse.ts';
import { employeeInRange } from '../range.ts';
import { peopleSettings } from '../setting/setting.ts';

/** Fields of which no two people may have the same value, with the column of the compared form; some are free again once their holder is gone. */
export const uniqueKeys = {
  account: { column: 'account_key', keyOf: normaliseAccount, freedBy: sql`p.left_at is not null` },
  employeeNo: { column: 'employee_no', keyOf: (value: string) => value, freedBy: sql`false` },
  mobile: { column: 'mobile', keyOf: (value: string) => value, freedBy: sql`p.status in ('deleted', 'left')` },
  email: { column: 'email_key', keyOf: (value: string) => emailKey(value) ?? value, freedBy: sql`p.status = 'deleted'` },
} as const;

/** Marks accounts, numbers, mobiles and addresses that somebody else has, in the database or in the same batch, and accounts kept from reuse. */
export async function checkTaken(tx: Tx, caller: Caller, operations: readonly Operation[], issues: Issues): Promise<void> {
  const repeats = operations.some(({ after }) => textOf(after, 'mobile') !== undefined) && (await peopleSettings.read(tx)).mobileRepeats;
  const fields = Object.entries(uniqueKeys).filter(([field]) => field !== 'mobile' || !repeats);
  for (const [field, { column, keyOf, freedBy }] of fields) {
    const requests = [...operations.entries()].flatMap(([index, { id, after, action }]) => {
      const value = action === 'delete' ? undefined : textOf(after, field);
      return value === undefined ? [] : [{ index, id, key: keyOf(value) }];
    });
    if (requests.length === 0) continue;
    const seen = new Set<string>();
    for (const { index, key } of requests) {
      if (seen.has(key)) issues.add(index, field, 'takenHidden');
      seen.add(key);
    }
    await checkStored(tx, caller, { field, column, freedBy, requests }, issues);
  }
  await checkReserved(tx, operations, issues);
}

const textOf = (fields: Fields | null, field: string): string | undefined =>
  typeof fields?.[field] === 'string' ? fields[field] : undefined;

interface RequestedValues {
  field: string;
  column: string;
  freedBy: RawBuilder<unknown>;
  requests: readonly { index: number; id: string; key: string }[];
}

async function checkStored(tx: Tx, caller: Caller, { field, column, freedBy, requests }: RequestedValues, issues: Issues): Promise<void> {
  // Looked up one by one in the index (`limit`): while a table grows the database would rather read it whole for every piece of an import.
  const { rows } = await sql<{ at: number; id: string; name: string; known: boolean }>`
    select w.at, e.id, e.name, ${employeeInRange(caller.scope(), 'e.id')} as known
    from unnest(${requests.map(({ key }) => key)}::text[]) with ordinality as w(key, at)
    cross join lateral (select p.id, p.name from employee p where p.${sql.ref(column)} = w.key collate "C" and not (${freedBy}) limit 1) as e`.execute(
    tx,
  );
  if (rows.length === 0) return;
  // People changed by the same batch give their old value up.
  const batch = new Set(requests.map(({ id }) => id));
  for (const { at, id, name, known } of rows)
    if (!batch.has(id)) issues.add(requests[at - 1]!.index, field, known ? 'taken' : 'takenHidden', known ? { name, by: id } : undefined);
}

/** Accounts of who left or was erased not long ago. */
async function checkReserved(tx: Tx, operations: readonly Operation[], issues: Issues): Promise<void> {
  const requests = [...operations.entries()].flatMap(([index, { id, after }]) =>
    after && 'account' in after ? [{ index, id, key: normaliseAccount(String(after['account'])) }] : [],
  );
  if (requests.length === 0) return;
  const now = clock.now();
  // Looked up one by one, as above.
  const { rows } = await sql<{ at: number; until: number }>`with w as (
      select key, id, at from unnest(${requests.map(({ key }) => key)}::text[], ${requests.map(({ id }) => id)}::uuid[]) with ordinality as w(key, id, at))
    select w.at, r.until_at as until from w
      cross join lateral (select a.until_at from account_reserved a where a.digest = encode(sha256(convert_to(w.key, 'UTF8')), 'hex') and a.until_at > ${now} limit 1) as r
    union all select w.at, left_one.at + ${accountReuseMillis} from w
      cross join lateral (select p.left_at as at from employee p where p.account_key = w.key collate "C" and p.left_at > ${now}::bigint - ${accountReuseMillis} and p.id <> w.id limit 1) as left_one`.execute(
    tx,
  );
  for (const { at, until } of rows)
    issues.add(requests[at - 1]!.index, 'account', 'reserved', { date: new Date(until).toISOString().slice(0, 10) });
}
