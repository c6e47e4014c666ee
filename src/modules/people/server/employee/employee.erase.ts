import { sql } from 'kysely';
import type { Tx } from '#kit/server/directory.ts';
import { forgetSignIn } from '../effects.ts';
import { accountReuseMillis } from '../life/reuse.ts';

/** Erases people of the recycle bin: rows, assignments, passwords, references to them. Who is not in the bin is left alone. Their accounts are kept from reuse as a digest. */
export async function eraseEmployees(tx: Tx, requested: readonly string[], now: number): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from employee where id = any(${requested}::uuid[]) and status = 'deleted' order by id for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`insert into account_reserved (digest, until_at) select encode(sha256(convert_to(account_key, 'UTF8')), 'hex'), coalesce(left_at, ${now}::bigint) + ${accountReuseMillis} from employee where id = any(${ids}::uuid[]) and ${accountReuseMillis} > 0
    on conflict (digest) do update set until_at = greatest(account_reserved.until_at, excluded.until_at)`.execute(tx);
  await sql`update employee set manager_id = null where manager_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update employee set owner_id = null where owner_id = any(${ids}::uuid[])`.execute(tx);
  await sql`update department set manager_ids = array(select m from unnest(manager_ids) m where m <> all(${ids}::uuid[])),
      deputy_ids = array(select m from unnest(deputy_ids) m where m <> all(${ids}::uuid[]))
    where manager_ids && ${ids}::uuid[] or deputy_ids && ${ids}::uuid[]`.execute(tx);
  await sql`delete from employee_department_past where employee_id = any(${ids}::uuid[])`.execute(tx);
  const { rows: drawn } = await sql<{ avatar: string }>`delete from employee where id = any(${ids}::uuid[]) returning avatar`.execute(tx);
  await sql`delete from picture p where digest = any(${drawn.map(({ avatar }) => avatar)}::text[]) and not exists (select from employee e where e.avatar = p.digest)`.execute(
    tx,
  );
  // Who comes again from a source is somebody new: they have to be looked at, even if they come as they were.
  await sql`update source_link set hash = null, print = null where object_id = any(${ids}::uuid[]) and object_kind = 'employee' and hash is not null`.execute(
    tx,
  );
  await sql`insert into directory_change (at, kind, object_id, op) select ${now}::bigint, 'employee', id, 'purge' from unnest(${ids}::uuid[]) as p(id)`.execute(
    tx,
  );
  await forgetSignIn(tx, ids);
}
