import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { cleanName } from '#platform/text/clean-text.ts';
import { clock } from '#platform/clock.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields, Json } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { OwnFields } from '../common/own-fields.ts';
import { employeeKind, readEmployees } from './employee.kind.ts';
import { enteredByOneself } from './extra/extra.input.ts';
import { actingFor } from './life/acting.ts';
import { worded } from './wording.ts';

/** Names are searched by what was entered: without what nobody sees. */
const names = new Set(['nameEn', 'alias', 'nameReading']);
const digest = (value: Json | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url');

/**
 * Changes what somebody may change in their own record, under every rule of people but that of who may change them: the caller is the
 * person, and has looked whether the field is open to them (of extra fields this looks itself). Refuses with 12020 (field) for what a
 * source owns, 12040 for an extra field that is not theirs, 10411 (field) for what somebody else has.
 */
// oxlint-disable-next-line eslint/max-params -- the person and what they entered are two subjects, and the caller is whom history names
export async function updateOwnFields(tx: Tx, employeeId: string, fields: OwnFields, caller: Caller): Promise<void> {
  const { extra, ...own } = fields;
  const entered: Fields = await enteredByOneself(tx, caller, extra);
  for (const [field, value] of Object.entries(own))
    if (value !== undefined) entered[field] = names.has(field) && typeof value === 'string' ? cleanName(value) : value;
  const before = (await employeeKind.read(tx, [employeeId], true)).get(employeeId)?.fields;
  if (!before) throw notFound();
  const changed = Object.keys(entered).filter((field) => digest(before[field]) !== digest(entered[field]));
  if (changed.length === 0) return;
  // What is written goes into the audit row of the call; the right to change oneself is no right over people.
  const { touch, batch, note } = caller;
  const acting = { ...actingFor(caller, caller.operation), touch, batch, note };
  await worded(() => changeObjects(tx, acting, employeeKind, [{ id: employeeId, version: null, fields: entered }]), caller);
  const rows = changed.map((field) => ({ field, digest: digest(entered[field]) }));
  await sql`insert into employee_own_field (employee_id, field, digest, at)
    select ${employeeId}::uuid, field, digest, ${clock.now()}::bigint from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(field text, digest text)
    on conflict (employee_id, field) do update set digest = excluded.digest, at = excluded.at`.execute(tx);
}

/** Fields whose present values the person entered: who changes one afterwards, or takes it back, takes it over. */
export async function ownFieldsOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{
    field: string;
    digest: string;
  }>`select field, digest from employee_own_field where employee_id = ${id}::uuid order by field`.execute(db);
  if (rows.length === 0) return [];
  const now = (await readEmployees(db, [id], { lock: false })).get(id)?.fields;
  return now ? rows.filter((row) => digest(now[row.field]) === row.digest).map(({ field }) => field) : [];
}
