import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { pick, type LocalDraft } from '#kit/common/language.ts';
import { systemCaller } from '#kit/server/caller.ts';
import { createObjects } from '#kit/server/change/change-objects.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { announce, type MessageChange } from '#modules/messaging/server/public.ts';
import { clientRobotAdd, clientRobotGroupAdd, clientRobotList } from '../../common/company/client.contract.ts';
import type { CommandArgument } from '../../common/company/command.contract.ts';
import { robot } from '../../common/company/robot.contract.ts';
import { directory } from '../directory.ts';
import { mrmFunctions } from '../role/mrm-functions.ts';
import { robotSettings } from '../setting/robot-settings.ts';
import { joinGroups } from './groups.ts';
import { tellAddresses } from './out/work.ts';
import { robotKind } from './robots.ts';
import { usageOf } from './talk/command-line.ts';

const needs = (needed: string): Refusal => new Refusal(code.notGranted, { code: needed }, { code: needed });

/** What somebody is in a group; undefined for who is not in it. */
async function roleIn({ db, caller }: ClientCall, groupId: string): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`select role from im_group_member where group_id = ${groupId}::uuid
    and employee_id = ${caller.uid}::uuid`.execute(db);
  return rows[0]?.role;
}

interface Listed {
  id: string;
  name: LocalDraft;
  avatar: string;
  description: LocalDraft | null;
  readsAll: boolean;
  commands: { word: string; arguments: CommandArgument[]; description: LocalDraft | null }[];
}

async function list(call: ClientCall, { groupId }: ClientInput<typeof clientRobotList>): Promise<ClientReply<typeof clientRobotList>> {
  if ((await roleIn(call, groupId)) === undefined) throw new Refusal(16003);
  const { rows } = await sql<Listed>`select r.id, r.name, r.avatar, r.description, (r.reads = 'all' and r.reads_approved) as "readsAll",
      coalesce((select jsonb_agg(jsonb_build_object('word', c.word, 'arguments', c.arguments, 'description', c.description) order by c.word)
        from robot_command c where c.robot_id = r.id and c.enabled), '[]') as commands
    from robot_group g join robot r on r.id = g.robot_id where g.group_id = ${groupId}::uuid and r.enabled order by g.added_at, r.id`.execute(
    call.db,
  );
  const { language } = call.caller;
  return {
    list: rows.map(({ commands, ...row }) => ({
      ...row,
      commands: commands.map(({ word, description, arguments: declared }) => ({
        word,
        description,
        usage: usageOf(word, declared, ({ label }) => pick(label, language)),
      })),
    })),
  };
}

/** The department that somebody is at home in: their robots belong to it. */
async function homeOf({ db, caller }: ClientCall): Promise<{ id: string; path: string }> {
  const [path] = await directory.pathsOf(db, caller.uid);
  const { rows } = await sql<{ id: string; path: string }>`select id, path::text as path from department
    where path = ${path ?? ''}::ltree`.execute(db);
  const [home] = rows;
  if (!home) throw notFound();
  return home;
}

async function add(call: ClientCall, input: ClientInput<typeof clientRobotAdd>): Promise<ClientReply<typeof clientRobotAdd>> {
  const { caller, services } = call;
  const { functions, limits } = await mrmFunctions(services, caller.uid);
  const home = await homeOf(call);
  const settings = await robotSettings(services, home.id);
  if (settings.whoCreates !== 'holders' || !functions.has('robot.create')) throw needs('robot.create');
  const most = Math.min(limits.robots, settings.maxPerPerson);
  const { approveNew } = settings;
  const draft = robot.draft.parse({
    name: { zh_CN: input.name },
    code: input.code,
    preset: input.preset,
    avatar: input.avatar,
    companyDeptId: home.id,
    ownerId: caller.uid,
  });
  const [id, by] = [newId(), { ...systemCaller('robot.add'), uid: caller.uid, name: caller.name }];
  await call.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${caller.uid}, 17))`.execute(tx);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from robot where owner_id = ${caller.uid}::uuid`.execute(tx);
    if (rows[0]!.n >= most) throw new InvalidInput([{ path: 'name', namespace: 'robots', key: 'issue.mostRobots', params: { n: most } }]);
    const own = { outHeaders: null, keyChangedAt: null, readsApproved: false };
    const fields = { ...draft, ...own, enabled: !approveNew, approval: approveNew ? 'requested' : 'none' };
    await createObjects(tx, by, robotKind, [{ id, name: input.name, path: home.path, fields }]);
  });
  return { id, state: approveNew ? 'requested' : 'enabled' };
}

async function join(call: ClientCall, input: ClientInput<typeof clientRobotGroupAdd>): Promise<{ count: number }> {
  const { caller, services, db } = call;
  const { functions } = await mrmFunctions(services, caller.uid);
  if (!functions.has('robot.addToGroup')) throw needs('robot.addToGroup');
  const { rows } = await sql`select from robot where id = ${input.robotId}::uuid and (owner_id = ${caller.uid}::uuid
    or managers @> ${JSON.stringify([caller.uid])}::jsonb)`.execute(db);
  if (rows.length === 0) throw notFound();
  for (const groupId of input.groupIds) {
    const role = await roleIn(call, groupId);
    if (role === undefined) throw new Refusal(16003);
    if (role !== 'owner' && role !== 'manager') throw new Refusal(16005);
  }
  let news: MessageChange[] = [];
  await call.write(async (tx) => {
    news = await joinGroups(tx, services, caller, input);
  });
  await announce(services, news);
  void tellAddresses(services);
  return { count: news.length };
}

/** What terminals ask about robots. */
export const robotClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientRobotList, list),
  handleClient(clientRobotAdd, add),
  handleClient(clientRobotGroupAdd, join),
];
