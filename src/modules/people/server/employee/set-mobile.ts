import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { employeeKind } from './employee.kind.ts';
import { worded } from '../wording.ts';

/** Gives a person a proved mobile number, under the rules of every change of people. Refuses with 10411 (mobile), 10910 and 12027. */
export async function setMobile(tx: Tx, caller: Caller, { id, mobile }: { id: string; mobile: string }): Promise<void> {
  await worded(() => changeObjects(tx, caller, employeeKind, [{ id, version: null, fields: { mobile } }]));
}

/** A person's mobile number in full: for rules, never for an answer. */
export async function mobileOf(tx: Db, id: string): Promise<string | null> {
  const row = await tx.selectFrom('employee').select('mobile').where('id', '=', id).executeTakeFirst();
  return row?.mobile ?? null;
}
