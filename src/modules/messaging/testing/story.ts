import { getUser } from '#kit/common/session/session.contract.ts';
import { newId } from '#kit/server/ids.ts';
import { memberLimitAdd } from '#modules/enterprise/common/member-limit.contract.ts';
import { group, groupMemberAdd } from '#modules/groups/common/group.contract.ts';
import { cardTemplate } from '#modules/message-cards/common/card.contract.ts';
import { sealBody } from '../server/engine/content.ts';
import { evidencePlace } from '../server/terminal/report.ts';
import type { Known } from '../../../../tests/conformance/range/story.ts';
import type { Story, Told } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';
import { templateDraft } from '#modules/message-cards/testing/tries.ts';
import { chatFile } from '#modules/message-files/testing/made.ts';
import { ordinaryTypeId } from '#modules/groups/testing/tries.ts';

/** What people on both sides wrote to each other, groups and cards that both are in, and what came of it. */
export async function story({ world, known }: Story): Promise<Told> {
  const { admin, boss, house, inside } = world;
  const { department, person, beside, guest } = known;
  const north = inside.department.id;
  const { services } = house.product;
  const now = Date.now();
  const run = (text: string, values: unknown[]) => house.product.database.pool.query(text, values);
  const groupOf = async (name: string, ownerId: string, ownerDeptId: string): Promise<string> => {
    const { id } = await boss.call(group.add, { name, typeId: ordinaryTypeId, ownerId, ownerDeptId });
    await boss.call(groupMemberAdd, { groupId: id, empIds: [beside, guest, person].filter((one) => one !== ownerId) });
    return id;
  };
  const groupId = await groupOf('内部群', beside, north);
  const ruled = await groupOf('内部群二', person, north);
  const foreign = await groupOf('隐匿群', person, department);
  const [one, other] = [beside, person].toSorted();
  const single = newId();
  await run(
    `insert into im_conversation (id, kind, one_id, other_id, last_seq, last_at, created_at) values ($1, 'single', $2, $3, 2, $4, $4)`,
    [single, one, other, now],
  );
  let inGroup = '';
  const written: string[] = [];
  const write = async (conversation: string, seq: number, sender: string): Promise<string> => {
    const id = newId();
    await run(
      `insert into im_message (id, conversation_id, seq, client_id, wish_hash, sender_kind, sender_id, via, kind, size, sent_at, body)
       values ($1, $2, $3, $1, '', 'employee', $4, 'terminal', 'text', 0, $5, $6)`,
      [id, conversation, seq, sender, now, sealBody(services, { id, conversation_id: conversation }, { text: 'x' })],
    );
    written.push(id);
    return id;
  };
  const own = await write(single, 1, beside);
  const answer = await write(single, 2, person);
  for (const of of [groupId, foreign]) {
    const { rows } = await run('select id from im_conversation where group_id = $1', [of]);
    const conversation = (rows[0] as { id: string } | undefined)?.id;
    if (conversation !== undefined)
      for (const [at, sender] of [beside, person, guest].entries()) {
        const id = await write(conversation, 101 + at, sender);
        if (of === groupId) inGroup = id;
      }
  }
  const report = newId();
  const evidence = [own, answer].map((id, at) => ({
    id,
    seq: at,
    senderId: id === own ? beside : person,
    kind: 'text',
    at: now,
    body: { text: 'x' },
  }));
  await run(
    `insert into im_report (id, at, message_id, conversation_id, by_id, reason, words, evidence, state) values ($1, $2, $3, $4, $5, 'spam', '', $6, 'open')`,
    [report, now, own, single, person, services.secrets.seal(JSON.stringify(evidence), evidencePlace(report))],
  );
  const order = newId();
  await run(
    `insert into im_recall_order (id, at, by_id, by_name, reason, messages, chats, people, read_before) values ($1, $2, $3, 'x', 'Posted by mistake', 1, 1, 2, 0)`,
    [order, now, beside],
  );
  await run('insert into im_recall_message (order_id, message_id) values ($1, $2)', [order, own]);
  await run(
    `insert into im_recall_target (order_id, conversation_id, recall_seq, employee_id, device_id, platform) values ($1, $2, 3, $3, 'device', 2)`,
    [order, single, person],
  );
  await run(
    `insert into im_refusal (ref, at, sender_id, peer_id, step, code, rule_id, rule_name)
     values ('0a0000000001', $1, $2, $3, 'rule', 16011, $4, '隐匿限制'), ('0a0000000002', $1, $3, $2, 'rule', 16011, $4, '隐匿限制')`,
    [now, beside, person, await limit(world, known)],
  );
  const hits = [beside, person].map((sender) => ({ id: newId(), sender }));
  for (const { id, sender } of hits)
    await run(
      `insert into word_hit (id, at, word_id, word, list_number, level, observe, place, sender_id, decision, decided_by, decided_at)
       values ($1, $2, $3, 'x', 1, 'flag', false, 'single', $4, 'ignored', $5, $2)`,
      [id, now, newId(), sender, person],
    );
  const sentCard = await card(world, known, await uidOf(world));
  const readable = await caseOf(world, [beside], now, groupId);
  return {
    asked: {
      'role/imm/explain': [beside, guest, inside.person.id].map((empId) => ({ empId })),
      'im/message/context': [{ caseId: readable, chat: 'group', messageId: inGroup }],
      'im/message/search': [{ caseId: readable, chat: 'group', words: ['x'] }],
      'im/file/get': [{ id: await chatFile(house, [beside, person]) }],
      'file/sheet': [{ fileId: await admin.upload('people.csv', Buffer.from('account,name\nnear-by,x\n')) }],
      'im/group/members': [
        { groupId, pageSize: 200 },
        { groupId: ruled, pageSize: 200 },
      ],
      'im/group/events': [
        { groupId, pageSize: 200 },
        { groupId: ruled, pageSize: 200 },
      ],
      'im/group/get': [{ id: groupId }, { id: ruled }],
      'im/message/list': ['single', 'group'].map((chat) => ({ chat, pageSize: 200 })),
      'im/message/read': [await caseOf(world, [beside, guest], now), readable].flatMap((caseId) =>
        ['single', 'group'].map((chat) => ({ caseId, chat })),
      ),
      'im/message/recall/preview': [{ ids: [own] }, { copiesOf: own }],
      'im/message/recall/get': [{ id: order }],
      'im/report/get': [{ id: report }],
      'im/send/check': [
        { from: beside, to: guest },
        { from: beside, groupId },
        { from: guest, groupId: ruled },
      ],
      'im/send/refusal': ['0a0000000001', '0a0000000002'].map((ref) => ({ ref })),
      'im/word/hit/get': [{ id: hits[0]!.id }],
      'im/card/get': [{ id: sentCard }],
      'im/card/actions': [{ id: sentCard }],
    },
  };
}

const uidOf = async ({ admin }: World): Promise<string> => (await admin.call(getUser, {})).empInfoDto.uid;

/** A limit of a department outside that stands between two people of the range. */
async function limit({ boss }: World, { department, beside, guest }: Known): Promise<string> {
  const draft = { name: '隐匿限制', ownerDeptId: department, enabled: true };
  const [from, to] = [beside, guest].map((id) => [{ kind: 'employee' as const, id }]);
  return (await boss.call(memberLimitAdd, { ...draft, from: from!, to: to! })).id;
}

/** An open case of the administrator. */
async function caseOf(world: World, people: readonly string[], now: number, groupId?: string): Promise<string> {
  const { house } = world;
  const id = newId();
  await house.product.database.pool.query(
    `insert into im_case (id, version, created_at, updated_at, number, kind, reason, people, pairs_only, group_ids, from_at, to_at, days, state, needs_approval, requested_by, opens_at, ends_at)
     values ($1, 1, $2, $2, $3, 'legal', 'Asked for by a court of law', $4, false, $5, 1, $6, 7, 'open', false, $7, 1, $6)`,
    [id, now, `C-${id}`, people, groupId === undefined ? [] : [groupId], now + 86_400_000, await uidOf(world)],
  );
  return id;
}

/** A card that people on both sides answered. */
async function card({ boss, house, inside }: World, { person, beside }: Known, by: string): Promise<string> {
  const now = Date.now();
  const { id: template } = await boss.call(cardTemplate.add, await templateDraft(boss, inside.department.id));
  const id = newId();
  const run = (text: string, values: unknown[]) => house.product.database.pool.query(text, values);
  await run(
    `insert into im_card_version (template_id, number, at, by_id, content) values ($1, 1, $2, $3, '{"elements": [], "dataFields": []}')`,
    [template, now, by],
  );
  await run(
    `insert into im_card (id, at, system_id, template_id, template_version, out_id, data, expires_at) values ($1, $2, $3, $4, 1, $5, '{}', $2)`,
    [id, now, newId(), template, id],
  );
  for (const who of [person, beside])
    await run(
      `insert into im_card_action (id, card_id, employee_id, action_id, input, at, callback) values ($1, $2, $3, 'yes', '{}', $4, 'none')`,
      [newId(), id, who, now],
    );
  return id;
}
