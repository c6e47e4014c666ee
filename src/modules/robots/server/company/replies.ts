import { sql } from 'kysely';
import { crudServer } from '#kit/server/crud/crud-server.ts';
import type { OperationIssue } from '#kit/server/change/kind.ts';
import { robotReply } from '../../common/company/reply.contract.ts';
import { mostReplies } from '../../common/company/words.ts';
import { directory } from '../directory.ts';
import { usedWithin30 } from './commands.ts';
import { knownRobots, throughRobot } from './reach.ts';
import './robot.table.ts';

/** Keyword replies on the server. */
export const replies = crudServer(robotReply, {
  table: 'robot_reply',
  directory,
  range: throughRobot('robot_reply'),
  check: async (tx, _caller, operations) => {
    const issues = new Map<number, OperationIssue[]>();
    const robots = await knownRobots(
      tx,
      operations.flatMap(({ after }) => after?.robotId ?? []),
    );
    for (const [index, { before, after, action }] of operations.entries()) {
      if (after?.robotId === undefined || before !== null || action === 'delete') continue;
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from robot_reply where robot_id = ${after.robotId}::uuid`.execute(
        tx,
      );
      if (!robots.has(after.robotId)) issues.set(index, [{ path: 'robotId', namespace: 'robots', key: 'issue.noRobot' }]);
      else if (rows[0]!.n >= mostReplies)
        issues.set(index, [{ path: 'words', namespace: 'robots', key: 'issue.tooMany', params: { n: mostReplies } }]);
    }
    return issues;
  },
  rows: async ({ db, services }, objects) => {
    const used = await usedWithin30(
      db,
      'reply',
      objects.map(({ robotId, id }) => ({ robotId, event: id })),
      services.now(),
    );
    return objects.map(({ robotId, id }) => ({ used30: used(robotId, id) }));
  },
});
