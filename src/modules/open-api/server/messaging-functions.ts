import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { systemsOf } from '#modules/access/server/public.ts';
import { addOpenGroup, changeOpenMembers, openGroupIn, updateOpenGroup, type OpenActor } from '#modules/groups/server/public.ts';
import { knowsOpen, mayOpen, receiptsOfOpen, recallOpen, sendOpen } from '#modules/messaging/server/public.ts';
import type { OpenCode } from '../common/open-api.contract.ts';
import {
  activeIn,
  idsIn,
  inGrant,
  invalid,
  isId,
  text,
  type GrantRange,
  type OpenAnswer,
  type OpenBy,
  type OpenFunction,
  type OpenInput,
} from './open-function.ts';

const mostTargets = 1_000;
const mostText = 4_000;
const [mostName, mostNotice, mostOutId] = [100, 2_000, 100];

/** The condition that a department lies in the range of a grant. */
export const departmentInGrant = (range: GrantRange) => (column: ReturnType<typeof sql>) =>
  range === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from department own, department top where own.id = ${column} and top.id = any(${[...range.departmentIds]}::uuid[])
        and own.path <@ top.path)`;

async function actorOf(services: Services, systemId: string): Promise<OpenActor> {
  const system = (await systemsOf(services.database.db, [systemId])).get(systemId);
  return { systemId, name: system?.name ?? systemId };
}

/** Who is meant by name, by department and by dynamic group, as far as they lie in the range; undefined where there are too many. */
async function meant(services: Services, range: GrantRange, input: OpenInput): Promise<{ ids: string[]; outside: number } | string> {
  const [people, departmentIds, crowdIds] = [
    idsIn(input['employeeIds'], mostTargets),
    idsIn(input['departmentIds'], 100),
    idsIn(input['crowdIds'], 100),
  ];
  if (!people) return 'employeeIds';
  if (!departmentIds) return 'departmentIds';
  if (!crowdIds) return 'crowdIds';
  const reached = await activeIn(services, range, people);
  const ids = new Set(reached);
  if (departmentIds.length + crowdIds.length > 0) {
    const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
      where ${inGrant(services, { departmentIds, crowdIds }, sql`active.id`)} and ${inGrant(services, range, sql`active.id`)} limit ${mostTargets + 1}`.execute(
      services.database.db,
    );
    for (const { id } of rows) ids.add(id);
  }
  return { ids: [...ids], outside: people.length - reached.length };
}

async function send(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const [words, outId] = [text(input['text']).trim(), text(input['outId'])];
  if (words === '' || words.length > mostText) return invalid('text');
  if (outId === '' || outId.length > mostOutId) return invalid('outId');
  const groupIds = idsIn(input['groupIds'], 100);
  if (!groupIds) return invalid('groupIds');
  const people = await meant(services, range, input);
  if (typeof people === 'string') return invalid(people);
  if (people.ids.length > mostTargets) return invalid('departmentIds');
  const reached: string[] = [];
  for (const id of groupIds) if (await openGroupIn(services.database.db, id, departmentInGrant(range))) reached.push(id);
  const skipped = people.outside + groupIds.length - reached.length;
  const targets = people.ids.length + reached.length + skipped;
  if (targets === 0) return invalid('employeeIds');
  const { code, body } = await mayOpen(services, words, tried || systemId === null);
  if (code !== 0) return { code, data: null };
  if (tried || systemId === null) return { code: 0, data: { targets, delivered: people.ids.length + reached.length, failed: 0, skipped } };
  const sent = await sendOpen(services, { systemId, outId, text: words, employeeIds: people.ids, groupIds: reached }, body);
  return { code: 0, data: { targets, ...sent, skipped } };
}

/** What a system sent under its own id; nothing of anybody else's. */
function ofOwn(
  work: (services: Services, named: { systemId: string; outId: string }, tried: boolean) => Promise<unknown>,
): OpenFunction['run'] {
  return async (services, _range, input, { systemId, tried }) => {
    const outId = text(input['outId']);
    if (outId === '' || systemId === null || !(await knowsOpen(services.database.db, { systemId, outId }))) return invalid('outId');
    return { code: 0, data: await work(services, { systemId, outId }, tried) };
  };
}

async function addGroup(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const name = text(input['name']).trim();
  if (name === '' || name.length > mostName) return invalid('name');
  const { ownerId } = input;
  if (!isId(ownerId) || (await activeIn(services, range, [ownerId])).length === 0) return invalid('ownerId');
  const requested = idsIn(input['employeeIds'], mostTargets);
  if (!requested) return invalid('employeeIds');
  const employeeIds = await activeIn(services, range, requested);
  const outside = requested.length - employeeIds.length;
  if (tried || systemId === null) return { code: 0, data: { members: new Set([...employeeIds, ownerId]).size, outside } };
  const draft = { name, typeCode: text(input['type']) || 'ordinary', ownerId, employeeIds };
  const made = await addOpenGroup(services, await actorOf(services, systemId), draft);
  return made ? { code: 0, data: { ...made, outside } } : invalid('type');
}

async function updateGroup(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const { groupId } = input;
  const group = isId(groupId) ? await openGroupIn(services.database.db, groupId, departmentInGrant(range)) : undefined;
  if (!group) return invalid('groupId');
  const [name, notice] = [text(input['name']).trim(), text(input['notice'])];
  if (name.length > mostName) return invalid('name');
  if (notice.length > mostNotice) return invalid('notice');
  const request = { ...(name !== '' && { name }), ...(typeof input['notice'] === 'string' && { notice }) };
  if (Object.keys(request).length === 0) return invalid('name');
  if (!tried && systemId !== null) await updateOpenGroup(services, await actorOf(services, systemId), group, request);
  return { code: 0, data: { groupId: group.id } };
}

async function members(services: Services, range: GrantRange, input: OpenInput, { systemId, tried }: OpenBy): Promise<OpenAnswer> {
  const { groupId } = input;
  const group = isId(groupId) ? await openGroupIn(services.database.db, groupId, departmentInGrant(range)) : undefined;
  if (!group) return invalid('groupId');
  const [adding, removing] = [idsIn(input['add'], 500), idsIn(input['remove'], 500)];
  if (!adding) return invalid('add');
  if (!removing) return invalid('remove');
  const [add, remove] = [await activeIn(services, range, adding), await activeIn(services, range, removing)];
  const outside = adding.length + removing.length - add.length - remove.length;
  if (tried || systemId === null) return { code: 0, data: { added: add.length, removed: remove.length, refused: 0, outside } };
  return { code: 0, data: { ...(await changeOpenMembers(services, await actorOf(services, systemId), group, { add, remove })), outside } };
}

const field = (name: string, type: string, required = false) => ({ name, type, required });

/** What is offered of messaging: sending, recalling, receipts, and groups. */
export const messagingFunctions: Readonly<Record<Extract<OpenCode, `im/${string}`>, OpenFunction>> = {
  'im/message/send': {
    interfaceId: '00000000-0000-7000-8000-000000a00011',
    risk: 'push',
    ranged: true,
    input: [
      field('outId', 'text', true),
      field('text', 'text', true),
      ...['employeeIds', 'departmentIds', 'crowdIds', 'groupIds'].map((name) => field(name, 'text[]')),
    ],
    run: send,
  },
  'im/message/recall': {
    interfaceId: '00000000-0000-7000-8000-000000a00012',
    risk: 'push',
    ranged: false,
    input: [field('outId', 'text', true)],
    run: ofOwn(async (services, named, tried) => ({ recalled: tried ? 0 : await recallOpen(services, named) })),
  },
  'im/receipts/get': {
    interfaceId: '00000000-0000-7000-8000-000000a00013',
    risk: 'personal',
    ranged: false,
    input: [field('outId', 'text', true)],
    run: ofOwn((services, named) => receiptsOfOpen(services.database.db, named)),
  },
  'im/group/add': {
    interfaceId: '00000000-0000-7000-8000-000000a00014',
    risk: 'push',
    ranged: true,
    input: [field('name', 'text', true), field('ownerId', 'text', true), field('employeeIds', 'text[]'), field('type', 'text')],
    run: addGroup,
  },
  'im/group/update': {
    interfaceId: '00000000-0000-7000-8000-000000a00015',
    risk: 'push',
    ranged: true,
    input: [field('groupId', 'text', true), field('name', 'text'), field('notice', 'text')],
    run: updateGroup,
  },
  'im/group/member': {
    interfaceId: '00000000-0000-7000-8000-000000a00016',
    risk: 'push',
    ranged: true,
    input: [field('groupId', 'text', true), field('add', 'text[]'), field('remove', 'text[]')],
    run: members,
  },
};
