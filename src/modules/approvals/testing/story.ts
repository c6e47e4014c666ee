import { newId } from '#kit/server/ids.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';

/** A policy whose approvers are on both sides, and somebody who stands in for another. */
export async function story({ world, known: { person, beside, crowd } }: Story): Promise<Told> {
  const { pool } = world.house.product.database;
  await pool.query('insert into change_delegation (id, from_uid, to_uid, from_at, until_at) values ($1, $2, $3, 1, $4)', [
    newId(),
    beside,
    person,
    Date.now() + 20 * 86_400_000,
  ]);
  await pool.query(
    `insert into change_policy (id, name, operations, loud, off_hours, approver_role_ids, approver_ids, approver_crowd_ids, needed, expires_hours, emergency_role_ids, review_hours, enabled, created_at, updated_at)
     values ($1, 'Names', '{employee.disable}', false, false, '{}', $2, $3, 1, 24, '{}', 24, false, 0, 0)`,
    [newId(), [person, beside], [crowd]],
  );
  return {};
}
