import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { pick } from '#kit/common/language.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Tx } from '#kit/server/directory.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { orderOf, readPage } from '#kit/server/read-page.ts';
import { outOfRange } from '#kit/server/refusal.ts';
import { announce, groupFactsOf, mayListGroup, type MessageChange } from '#modules/messaging/server/public.ts';
import {
  robot,
  robotApprove,
  robotGroupAdd,
  robotGroupChoices,
  robotGroupList,
  robotGroupRemove,
  robotReject,
  robotSecret,
  robotTransfer,
  type RobotGroupRow,
} from '../../common/company/robot.contract.ts';
import { robotById } from './facts.ts';
import { joinGroups, leaveGroups } from './groups.ts';
import { changeKey } from './keys.ts';
import { readRobotSettings } from '../setting/robot-settings.ts';
import { tellAddresses } from './out/work.ts';
import { assertRobot } from './reach.ts';
import { robotKind, robots } from './robots.ts';

/** What a new robot has to wait for by the settings of its company. */
async function withApprovals(tx: Tx, draft: Parsed<typeof robot.add>): Promise<Parsed<typeof robot.add>> {
  const { approveNew, approveReadAll } = await readRobotSettings(tx, draft.companyDeptId);
  return {
    ...draft,
    ...(approveNew && { approval: 'requested', enabled: false }),
    ...(draft.reads === 'all' && { readsApproved: !approveReadAll }),
  };
}

/** A change of what leads elsewhere, or of what is read: headers of the old host go, and reading everything is agreed to again. */
async function withConsequences(tx: Tx, change: Parsed<typeof robot.update>): Promise<Parsed<typeof robot.update>> {
  const before = await robotById(tx, change.id);
  if (!before) return change;
  const hostOf = (url: string | null | undefined): string => (url ? new URL(url).host : '');
  const moves = change.outUrl !== undefined && hostOf(change.outUrl) !== hostOf(before.outUrl);
  const { approveReadAll } = await readRobotSettings(tx, before.companyDeptId);
  const asks = change.reads === 'all' && !before.readsAll;
  const gives = change.reads === 'mentions';
  return {
    ...change,
    ...(moves && change.outHeaders === undefined && before.outHeaders !== null && { outHeaders: null }),
    ...(asks && { readsApproved: !approveReadAll }),
    ...(gives && { readsApproved: false }),
    // Who may no longer read everything is not told of everything either.
    ...(gives && change.outEvents === undefined && { outEvents: before.outEvents.filter((one) => one !== 'message') }),
  };
}

const update = handle(robot.update, (call, change) =>
  call.write(async (tx) => {
    await robots.update(tx, call, await withConsequences(tx, change));
    if (change.outUrl !== undefined || change.outOn !== undefined)
      await sql`delete from robot_out where robot_id = ${change.id}::uuid`.execute(tx);
    return robots.one({ ...call, db: tx }, change.id);
  }),
);

interface Waiting {
  id: string;
  approval: string;
  reads: boolean;
}

/** What these robots wait for; the range is asked by the change that follows. */
async function waiting(tx: Tx, ids: readonly string[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`select id, approval, (reads = 'all' and not reads_approved) as reads from robot
    where id = any(${[...ids]}::uuid[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => known.get(id) ?? { id, approval: 'none', reads: false });
}

const decide =
  (agreed: boolean) =>
  (call: Call, { ids, reason }: Parsed<typeof robotApprove>) =>
    call.write(async (tx) => {
      call.caller.scope();
      const open = await waiting(tx, ids);
      const changes = open.map(({ id, approval, reads }) => ({
        id,
        version: null,
        fields: {
          ...(approval !== 'none' && (agreed ? { approval: 'none', enabled: true } : { approval: 'rejected' })),
          ...(reads && (agreed ? { readsApproved: true } : { reads: 'mentions' })),
        },
      }));
      await changeObjects(tx, call.caller, robotKind, changes, { reason: reason ?? null });
      return { count: changes.filter(({ fields }) => Object.keys(fields).length > 0).length };
    });

async function groupList(call: Call, input: Parsed<typeof robotGroupList>): Promise<Reply<typeof robotGroupList>> {
  const { caller, db, services } = call;
  await assertRobot(db, caller, input.robotId);
  const range = caller.scope();
  const source = {
    columns: sql`m.id, m.name, m.number, g.added_at as "addedAt", g.added_by as by,
      (select count(*)::int from im_group_member p where p.group_id = m.id) as members,
      (select count(*)::int from robot_group o join robot r on r.id = o.robot_id where o.group_id = m.id and o.robot_id <> g.robot_id) as others`,
    from: sql`robot_group g join im_group m on m.id = g.group_id`,
    where: [sql<boolean>`g.robot_id = ${input.robotId}::uuid`, groupFactsOf(services).now().visible(range, 'm.id')],
    order: orderOf(input.sort ?? '-addedAt', { addedAt: sql`g.added_at` }, sql`m.id`),
  };
  const { list, ...counted } = await readPage<Omit<RobotGroupRow, 'addedBy'> & { by: string }>(db, source, input);
  const people = await services.directory.people(
    db,
    list.map(({ by }) => by),
    caller.language,
    range,
  );
  return { ...counted, list: list.map(({ by, ...row }) => ({ ...row, addedBy: people.get(by)?.name ?? '' })) };
}

async function choices(call: Call, { text, ids, pageSize }: Parsed<typeof robotGroupChoices>): Promise<Reply<typeof robotGroupChoices>> {
  const { caller, db, services } = call;
  const [facts, range] = [groupFactsOf(services).now(), caller.scope()];
  const { list } = await facts.search(db, range, { text, ids, pageNum: 1, pageSize });
  const types = await facts.types(db, range);
  return {
    list: list.map(({ id, name, type }) => ({ id, name, typeName: pick(type.name, caller.language) })),
    types: types.map(({ id, name }) => ({ id, name: pick(name, caller.language) })),
  };
}

const grouping =
  (work: typeof joinGroups) =>
  async (call: Call, input: Parsed<typeof robotGroupAdd>): Promise<{ count: number }> => {
    const { caller, services } = call;
    let news: MessageChange[] = [];
    const done = await call.write(async (tx) => {
      await assertRobot(tx, caller, input.robotId);
      for (const groupId of input.groupIds) if (!(await mayListGroup(services, caller.scope(), groupId))) throw outOfRange();
      const { name } = (await robotById(tx, input.robotId))!;
      caller.touch({ kind: 'robot', id: input.robotId, name: pick(name, 'zh_CN') });
      news = await work(tx, services, caller, input);
      return { count: news.length };
    });
    await announce(services, news);
    void tellAddresses(services);
    return done;
  };

/** Operations of robots beside those of the declared entity, and those of it that differ. */
export const robotRoutes: readonly BoundRoute[] = [
  ...Object.values({
    ...robots.routes,
    add: handle(robot.add, (call, draft) => call.write(async (tx) => robots.add(tx, call, await withApprovals(tx, draft)))),
    update,
  }),
  handle(robotApprove, decide(true)),
  handle(robotReject, decide(false)),
  handle(robotTransfer, (call, { ids, ownerId }) =>
    call.write(async (tx) => {
      call.caller.scope();
      await changeObjects(
        tx,
        call.caller,
        robotKind,
        ids.map((id) => ({ id, version: null, fields: { ownerId } })),
      );
      return { count: ids.length };
    }),
  ),
  handle(robotSecret, (call, { id, which, keepOldHours }) =>
    call.write(async (tx) => {
      await assertRobot(tx, call.caller, id);
      const made = await changeKey(tx, call.services, { robotId: id, which, keepOldHours, by: call.caller.uid });
      await changeObjects(tx, call.caller, robotKind, [{ id, version: null, fields: { keyChangedAt: call.services.now() } }]);
      return made;
    }),
  ),
  handle(robotGroupList, groupList),
  handle(robotGroupChoices, choices),
  handle(robotGroupAdd, grouping(joinGroups)),
  handle(robotGroupRemove, grouping(leaveGroups)),
];
