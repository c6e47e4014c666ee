import { newId } from '#kit/server/ids.ts';
import { perWorld, type Story, type Told } from '../../../../tests/conformance/samples.ts';
import { noticePersonAdd } from '../common/notice-person.contract.ts';
import { warningAssign } from '../common/warning.contract.ts';

/** Somebody outside who is told of what happens. */
export const noticePersonOf = perWorld(async ({ boss }, { person }) => {
  const expiresAt = Date.now() + 20 * 86_400_000;
  return (await boss.call(noticePersonAdd, { employeeId: person, channels: ['console'], expiresAt })).id;
});

/** A warning inside that somebody outside is to see to and was told of. */
export async function story({ world, known }: Story): Promise<Told> {
  const { person } = known;
  const { pool } = world.house.product.database;
  const warning = newId();
  await pool.query(
    `insert into warning (id, kind, module, object_kind, object_id, object_name, dept_id, severity, raised_severity, facts, state, holds, moment, count, first_at, last_at, opened_at, look_at)
      values ($1, 'job.stuck', 'kit', 'job', 'inside job', '内部任务', $2, 'error', 'error', '{}', 'open', true, false, 1, 1, 1, 1, 9000000000000000)`,
    [warning, world.inside.department.id],
  );
  await world.boss.call(warningAssign, { ids: [warning], employeeId: person });
  await pool.query(
    `insert into warning_notice (id, warning_id, person_id, person_name, uid, channel, reason, severity, state, at, not_before, answer)
      values ($1, $2, $3, '隐匿员甲', $4, 'webhook', 'open', 'error', 'failed', $5, 1, 'verborgen@example.com: no such user')`,
    [newId(), warning, await noticePersonOf(world, known), person, Date.now()],
  );
  return {};
}
