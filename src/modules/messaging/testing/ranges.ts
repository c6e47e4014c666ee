import { randomUUID } from 'node:crypto';
import { group } from '#modules/groups/common/group.contract.ts';
import { caseOpen } from '../common/case.contract.ts';
import { messagingRole } from '../common/role.contract.ts';
import { nobody, oncePerWorld, type Sample, type Values } from '../../../../tests/conformance/samples.ts';
import { peopleOutside as people, roleOnBothSides } from '../../../../tests/conformance/range/role-on-both-sides.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

let made = 0;
const word = (): string => `range_im_${(made += 1)}`;
const page = { pageNum: 1, pageSize: 200 };
const refused = (refusing: (world: World) => readonly Values[] | Promise<readonly Values[]>): Sample => ({ refused: refusing });

const { role, ofRole } = roleOnBothSides(messagingRole);

/** A message between two people outside, as terminals write them. */
const message = oncePerWorld(newMessage);
async function newMessage({ house, outside }: World): Promise<string> {
  const { pool } = house.product.database;
  const id = randomUUID();
  // They may have a conversation by now: files of chats are samples, too.
  await pool.query(
    `insert into im_conversation (id, kind, one_id, other_id, last_seq, last_at, created_at) values ($1, 'single', $2, $2, 1, $3, $3)
     on conflict (one_id, other_id) where kind = 'single' do update set last_seq = im_conversation.last_seq + 1`,
    [randomUUID(), outside.person.id, Date.now()],
  );
  await pool.query(
    `insert into im_message (id, conversation_id, seq, client_id, wish_hash, sender_kind, sender_id, via, kind, size, sent_at)
     select $1, c.id, c.last_seq, $1, '', 'employee', $2, 'terminal', 'text', 0, $3 from im_conversation c
      where c.kind = 'single' and c.one_id = $2 and c.other_id = $2`,
    [id, outside.person.id, Date.now()],
  );
  return id;
}
async function report(world: World): Promise<string> {
  const { pool } = world.house.product.database;
  const id = randomUUID();
  await pool.query(
    `insert into im_report (id, at, message_id, conversation_id, by_id, reason, words, evidence, state)
     select $1, $2, m.id, m.conversation_id, $1, 'spam', '', '', 'open' from im_message m where m.id = $3`,
    [id, Date.now(), await message(world)],
  );
  return id;
}
const groupOutside = async ({ boss, outside }: World): Promise<string> =>
  (
    await boss.call(group.add, {
      name: word(),
      typeId: '00000000-0000-7000-8000-000000000311',
      ownerId: outside.person.id,
      ownerDeptId: outside.department.id,
    })
  ).id;
const aCase = (people_: string[], groupIds: string[] = []): Values => ({
  kind: 'legal',
  reason: 'Asked for by a court of law',
  people: people_,
  pairsOnly: false,
  groupIds,
  from: 1,
  to: 2,
});
const newCase = async ({ boss, outside }: World): Promise<string> =>
  (await boss.call(caseOpen, { ...aCase([outside.person.id]), kind: 'legal', from: 1, to: 2, reason: 'Asked for by a court of law' })).id;

const named = 'Roles of other departments are named in roles-outside.test.ts';
const roleSamples: Readonly<Record<string, Sample>> = {
  'role/imm/list': { free: named },
  'role/imm/search': { free: named },
  'role/imm/find': { free: named },
  'role/imm/save': { free: named },
  'role/imm/copy': { free: named },
  'role/imm/enable': { free: 'What switching on reaches is what switching off reaches' },
  'role/imm/getRoleGroupList': { free: 'There are no crowds yet' },
  'role/imm/getOrgRolePaged': refused(({ outside }) => [
    { ...page, deptId: outside.department.id },
    { ...page, deptId: nobody },
  ]),
  'role/imm/update': refused(async (world) => [{ ...(await role(world)), expiresAt: Date.now() + 1000 }]),
  'role/imm/delete': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/imm/disable': refused(async (world) => [{ ids: [(await role(world)).roleId] }]),
  'role/imm/getRoleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await role(world)).roleId }, ids: [world.outside.person.id], counted: true }),
  },
  'role/imm/getRoleDeptList': {
    hidden: async (world) => ({
      input: { ...page, roleId: (await role(world)).roleId },
      ids: [world.outside.department.id],
      counted: true,
    }),
  },
  'role/imm/search/roleEmpList': {
    hidden: async (world) => ({ input: { ...page, roleId: (await role(world)).roleId }, ids: [world.outside.person.id], counted: true }),
  },
  'role/imm/assignEmployees': ofRole(people),
  'role/imm/assignDepartments': ofRole(({ outside }) => [{ ids: [outside.department.id] }, { ids: [nobody] }]),
  'role/imm/assignCrowds': ofRole(() => [{ ids: [nobody] }]),
  'role/imm/removeMembers': ofRole((world) => people(world).map((one) => ({ kind: 'employee', ...one }))),
  'role/imm/exportMembers': { free: 'The job shows whom the list of members shows; tests/access/reviews.test.ts' },
  'role/imm/importMembers': { free: 'Accounts outside the range become refused lines of the plan; tests/access/reviews.test.ts' },
  'role/imm/explain': refused(({ outside }) => [{ empId: outside.person.id }, { empId: nobody }]),
  'role/imm/resources': { free: named },
  'role/imm/saveResources': refused(async (world) => [{ ...(await role(world)), functions: [] }]),
};

/** How messages, cases and messaging roles are asked for what lies outside. */
export const ranges: Readonly<Record<string, Sample>> = {
  ...roleSamples,
  'im/setting/update': refused(() => [{ version: 1, recallMinutes: 5 }]),
  'im/send/check': refused(({ inside, outside }) => [
    { from: outside.person.id, to: inside.person.id },
    { from: inside.person.id, to: outside.person.id },
    { from: nobody, to: inside.person.id },
    { from: inside.person.id, groupId: nobody },
  ]),
  'im/send/refusal': { free: 'A code of somebody outside is answered as one that does not exist; src/modules/messaging/server' },
  'im/message/list': { hidden: async (world) => ({ input: { chat: 'single', pageSize: 200 }, ids: [await message(world)] }) },
  'im/message/read': { free: 'Reads by a case of the caller alone, which names nobody outside (im/case/open)' },
  'im/message/context': { free: 'Reads by a case of the caller alone, which names nobody outside (im/case/open)' },
  'im/message/search': { free: 'Reads by a case of the caller alone, which names nobody outside (im/case/open)' },
  'im/message/receipts': refused(async (world) => [
    { chat: 'single', id: await message(world) },
    { chat: 'single', id: nobody },
  ]),
  'im/message/recall/preview': refused(async (world) => [{ ids: [await message(world)] }, { ids: [nobody] }]),
  'im/message/recall': refused(async (world) => [
    { ids: [await message(world)], reason: 'Posted by mistake' },
    { ids: [nobody], reason: 'Posted by mistake' },
  ]),
  'im/message/recall/list': { free: 'Orders are seen by who sees one of their messages; src/modules/messaging/server' },
  'im/message/recall/get': refused(() => [{ id: nobody }]),
  'im/case/list': { free: 'Who sees a part sees their own cases alone' },
  'im/case/open': refused(({ inside, outside }) => [
    aCase([outside.person.id]),
    aCase([inside.person.id, outside.person.id]),
    aCase([nobody]),
    aCase([], [nobody]),
  ]),
  'im/case/get': refused(async (world) => [{ id: await newCase(world) }, { id: nobody }]),
  'im/case/group/list': {
    hidden: async (world) => ({ input: { pageSize: 1000 }, ids: [await groupOutside(world)], counted: true }),
  },
  'im/case/extend': refused(async (world) => [
    { id: await newCase(world), version: 1, days: 1 },
    { id: nobody, version: 1, days: 1 },
  ]),
  'im/case/approve': refused(async (world) => [{ id: await newCase(world), version: 1 }]),
  'im/case/reject': refused(async (world) => [{ id: await newCase(world), version: 1 }]),
  'im/case/close': refused(async (world) => [{ id: await newCase(world), version: 1 }]),
  'im/report/list': { hidden: async (world) => ({ input: { pageSize: 200 }, ids: [await report(world)], counted: true }) },
  'im/report/get': refused(async (world) => [{ id: await report(world) }, { id: nobody }]),
  'im/report/decide': refused(async (world) => [
    { id: await report(world), decision: 'keep' },
    { id: nobody, decision: 'keep' },
  ]),
};
