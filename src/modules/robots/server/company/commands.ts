import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import type { Db, Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { robotCommand } from '../../common/company/command.contract.ts';
import { directory } from '../directory.ts';
import { readMrmAbilities } from '../role/mrm-functions.ts';
import { knownRobots, throughRobot } from './reach.ts';
import './robot.table.ts';

const monthMillis = 30 * 86_400_000;
/** Commands of a robot at most, whatever roles say. */
const mostCommands = 200;

/** How often lines of the log name these words of robots within thirty days. */
export async function usedWithin30(
  db: Db,
  direction: 'command' | 'reply',
  rows: readonly { robotId: string; event: string }[],
  now: number,
): Promise<(robotId: string, event: string) => number> {
  const { rows: counted } = await sql<{ robotId: string; event: string; n: number }>`select robot_id as "robotId", event, count(*)::int as n
    from robot_log where direction = ${direction} and at > ${now - monthMillis} and robot_id = any(${rows.map(({ robotId }) => robotId)}::uuid[])
    group by robot_id, event`.execute(db);
  const known = new Map(counted.map((row) => [`${row.robotId} ${row.event}`, row.n]));
  return (robotId, event) => known.get(`${robotId} ${event}`) ?? 0;
}

/** How many commands a robot may have, by the roles of who owns it. */
async function mostOf(tx: Tx, robotId: string): Promise<number> {
  const { rows } = await sql<{ ownerId: string }>`select owner_id as "ownerId" from robot where id = ${robotId}::uuid`.execute(tx);
  const [abilities] = rows[0] ? await readMrmAbilities(tx, [rows[0].ownerId]) : [];
  return Math.min(mostCommands, abilities?.limits.commandsPerRobot ?? mostCommands);
}

async function takenWord(tx: Tx, { id, robotId, word }: { id: string; robotId: string; word: string }): Promise<boolean> {
  const { rows } = await sql`select from robot_command where robot_id = ${robotId}::uuid and lower(word) = lower(${word})
    and id <> ${id}::uuid`.execute(tx);
  return rows.length > 0;
}

/** Commands on the server. */
export const commands = crudServer(robotCommand, {
  table: 'robot_command',
  directory,
  range: throughRobot('robot_command'),
  tidy: (entered) => ({ ...entered, ...(entered.word !== undefined && { word: entered.word.replace(/^\/+/, '') }) }),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const add = (index: number, path: string, key: string, params: Record<string, number> = {}): unknown =>
      issues.set(index, [...(issues.get(index) ?? []), { path, namespace: 'robots', key, params }]);
    const robots = await knownRobots(
      tx,
      operations.flatMap(({ after }) => after?.robotId ?? []),
    );
    for (const [index, { id, action, before, after }] of operations.entries()) {
      if (!after || action === 'delete') continue;
      if (after.robotId !== undefined && !robots.has(after.robotId)) add(index, 'robotId', 'issue.noRobot');
      if (after.word !== undefined && /\s/.test(after.word)) add(index, 'word', 'issue.oneWord');
      const names = (after.arguments ?? []).map(({ name }) => name);
      if (new Set(names).size < names.length) add(index, 'arguments', 'issue.twice');
      for (const [at, one] of (after.arguments ?? []).entries())
        if (one.type === 'choice' && one.choices.length === 0) add(index, `arguments.${at}.choices`, 'issue.noChoice');
      const { rows } = await sql<{ robot: string; n: number }>`select coalesce((select robot_id from robot_command where id = ${id}::uuid),
          ${after.robotId ?? null}::uuid) as robot,
        (select count(*)::int from robot_command where robot_id = ${after.robotId ?? null}::uuid) as n`.execute(tx);
      const { robot, n } = rows[0]!;
      const most = before === null ? await mostOf(tx, robot) : Infinity;
      if (n >= most) add(index, 'word', 'issue.tooMany', { n: most });
      if (after.word !== undefined && (await takenWord(tx, { id, robotId: robot, word: after.word }))) throw new Refusal(17096);
    }
    return issues;
  },
  rows: async ({ db, services }, objects) => {
    const used = await usedWithin30(
      db,
      'command',
      objects.map(({ robotId, word }) => ({ robotId, event: word })),
      services.now(),
    );
    return objects.map(({ robotId, word }) => ({ used30: used(robotId, word) }));
  },
});
