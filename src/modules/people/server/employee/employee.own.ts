import { sql } from 'kysely';
import { cleanName } from '#platform/text/clean-text.ts';
import { clock } from '#platform/clock.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import { diffOf } from '#kit/server/change/fields.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notFound } from '#kit/server/refusal.ts';
import type { ExtraValues } from '../../common/extra/extra-fields.ts';
import type { OwnFieldsDraft } from '../../common/own-fields.ts';
import { employeeKind } from './employee.kind.ts';
import { enteredByOneself } from '../extra/extra.input.ts';
import { actingFor } from '../life/acting.ts';
import { keepPicture, type Picture } from '../pictures.ts';
import { worded } from '../wording.ts';

const names = new Set(['nameEn', 'alias']);

/**
 * Changes what somebody may change in their own record, under every rule of people but that of who may change them: the caller is the
 * person, and has looked whether the field is open to them (of extra fields this looks itself). The values are the person's until somebody
 * else writes them. Refuses with 10409 where a version is named that is not that of now, 12020 (field) for what a source owns, 12040 for an
 * extra field that is not theirs, 10411 (field) for what somebody else has.
 */
export async function updateOwnFields(
  tx: Tx,
  { id, version = null }: { id: string; version?: number | null },
  fields: OwnFieldsDraft & { extra?: ExtraValues | undefined },
  caller: Caller,
): Promise<void> {
  const { extra, ...own } = fields;
  const entered: Fields = await enteredByOneself(tx, caller, extra);
  for (const [field, value] of Object.entries(own))
    if (value !== undefined) entered[field] = names.has(field) && typeof value === 'string' ? cleanName(value) : value;
  await enter(tx, { id, version }, entered, caller);
}

/** Keeps a picture that somebody sent of themselves, or takes it away: it is theirs until somebody else writes it. Refuses as `updateOwnFields`. */
export async function setOwnPicture(tx: Tx, id: string, picture: Picture | null, caller: Caller): Promise<void> {
  if (picture) await keepPicture(tx, picture);
  await enter(tx, { id, version: null }, { avatar: picture?.digest ?? null }, caller);
}

async function enter(tx: Tx, { id, version }: { id: string; version: number | null }, entered: Fields, caller: Caller): Promise<void> {
  const before = (await employeeKind.read(tx, [id], true)).get(id)?.fields;
  if (!before) throw notFound();
  const changed = Object.keys(diffOf(before, entered)?.after ?? {});
  if (changed.length === 0) return;
  // What is written goes into the audit row of the call; the right to change oneself is no right over people.
  const { touch, batch, note } = caller;
  const acting = { ...actingFor(caller, caller.operation), touch, batch, note };
  await worded(() => changeObjects(tx, acting, employeeKind, [{ id, version, fields: entered }]), caller);
  const mine = Object.fromEntries(changed.map((field) => [field, clock.now()]));
  await sql`update employee set own_fields = own_fields || ${JSON.stringify(mine)}::jsonb where id = ${id}::uuid`.execute(tx);
}
