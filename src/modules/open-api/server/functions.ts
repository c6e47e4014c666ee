import { sql } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import { openSystemChat, post, systemSender } from '#modules/messaging/server/public.ts';
import type { OpenCode } from '../common/open-api.contract.ts';
import { messagingFunctions } from './messaging-functions.ts';
import { robotFunctions } from './robot-functions.ts';
import {
  activeIn,
  inGrant,
  invalid,
  isId,
  text,
  type GrantRange,
  type OpenAnswer,
  type OpenBy,
  type OpenFunction,
} from './open-function.ts';
import { todoOpenFunctions } from './todo-functions.ts';

const mostPage = 500;
const mostRecipients = 1_000;

async function departments(services: Services, range: GrantRange): Promise<OpenAnswer> {
  const ids = [...(range?.departmentIds ?? [])];
  const inside =
    range === null
      ? sql`true`
      : sql`exists (select from department top where top.id = any(${ids}::uuid[]) and department.path <@ top.path)`;
  const { rows } = await sql<{
    id: string;
    parentId: string | null;
    name: unknown;
  }>`select id, parent_id as "parentId", name from department
    where ${inside} order by path limit 10000`.execute(services.database.db);
  return { code: 0, data: { list: rows } };
}

async function employees(services: Services, range: GrantRange, input: Readonly<Record<string, unknown>>): Promise<OpenAnswer> {
  const after = input['after'];
  if (after !== undefined && after !== '' && !isId(after)) return invalid('after');
  const pageSize = Math.min(mostPage, Math.max(1, Number(input['pageSize'] ?? 100) || 100));
  const { db } = services.database;
  const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
    where ${inGrant(services, range, sql`active.id`)} and (${isId(after) ? after : null}::uuid is null or id > ${isId(after) ? after : null}::uuid)
    order by id limit ${pageSize + 1}`.execute(db);
  const shown = rows.slice(0, pageSize).map(({ id }) => id);
  return { code: 0, data: { list: await shownPeople(services, shown), next: rows.length > pageSize ? shown.at(-1) : null } };
}

/** People as other systems see them. */
async function shownPeople({ directory, database }: Services, ids: readonly string[]): Promise<object[]> {
  const people = await directory.people(database.db, ids);
  return ids.flatMap((id) => {
    const person = people.get(id);
    return person ? [{ id, account: person.account, name: person.name, department: person.departmentName }] : [];
  });
}

/** One employee by id or account; who lies outside the range is not told apart from nobody. */
async function employee(services: Services, range: GrantRange, input: Readonly<Record<string, unknown>>): Promise<OpenAnswer> {
  const { id, account } = input;
  if (!isId(id) && text(account) === '') return invalid('id');
  const { db } = services.database;
  const uid = isId(id) ? id : (await services.directory.byAccount(db, text(account)))?.uid;
  const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
    where id = ${uid ?? null}::uuid and ${inGrant(services, range, sql`active.id`)}`.execute(db);
  const [person = null] = await shownPeople(
    services,
    rows.map((row) => row.id),
  );
  return { code: 0, data: person };
}

/** Employees of a department and of those below it, as far as they lie in the range. */
async function members(services: Services, range: GrantRange, input: Readonly<Record<string, unknown>>): Promise<OpenAnswer> {
  const { departmentId } = input;
  if (!isId(departmentId)) return invalid('departmentId');
  const { db } = services.database;
  const { rows } = await sql<{ id: string }>`select id from (${services.directory.activeEmployees()}) as active
    where ${inGrant(services, { departmentIds: [departmentId], crowdIds: [] }, sql`active.id`)} and ${inGrant(services, range, sql`active.id`)}
    order by id limit ${mostPage}`.execute(db);
  const list = await shownPeople(
    services,
    rows.map((row) => row.id),
  );
  return { code: 0, data: { list } };
}

/** Writes a message of the product's own to people, as far as they lie in the range; the others are counted and not told apart from nobody. */
async function sendMessage(
  services: Services,
  range: GrantRange,
  input: Readonly<Record<string, unknown>>,
  { tried }: OpenBy,
): Promise<OpenAnswer> {
  const words = text(input['text']).trim();
  const wanted = Array.isArray(input['employeeIds']) ? input['employeeIds'] : [];
  if (words === '' || words.length > 4_000) return invalid('text');
  if (wanted.length === 0 || wanted.length > mostRecipients || !wanted.every(isId)) return invalid('employeeIds');
  const ids = [...new Set(wanted)];
  const { db } = services.database;
  const reached = await activeIn(services, range, ids);
  if (!tried)
    for (const id of reached) {
      const conversationId = await db.transaction().execute((tx) => openSystemChat(tx, id));
      await post(services, { conversationId, sender: systemSender, kind: 'text', body: { text: words } });
    }
  return { code: 0, data: { reached: reached.length, outside: ids.length - reached.length } };
}

/** What the product offers; a new function is a line here and its words in the catalogue. */
export const openFunctions: Readonly<Record<OpenCode, OpenFunction>> = {
  'contacts/departments': {
    interfaceId: '00000000-0000-7000-8000-000000a00001',
    risk: 'read',
    ranged: true,
    input: [],
    run: departments,
  },
  'contacts/employees': {
    interfaceId: '00000000-0000-7000-8000-000000a00002',
    risk: 'personal',
    ranged: true,
    input: [
      { name: 'after', type: 'text', required: false },
      { name: 'pageSize', type: 'integer', required: false },
    ],
    run: employees,
  },
  'contacts/employee': {
    interfaceId: '00000000-0000-7000-8000-000000a00004',
    risk: 'personal',
    ranged: true,
    input: [
      { name: 'id', type: 'text', required: false },
      { name: 'account', type: 'text', required: false },
    ],
    run: employee,
  },
  'contacts/members': {
    interfaceId: '00000000-0000-7000-8000-000000a00005',
    risk: 'personal',
    ranged: true,
    input: [{ name: 'departmentId', type: 'text', required: true }],
    run: members,
  },
  'messages/send': {
    interfaceId: '00000000-0000-7000-8000-000000a00003',
    risk: 'push',
    ranged: true,
    input: [
      { name: 'employeeIds', type: 'text[]', required: true },
      { name: 'text', type: 'text', required: true },
    ],
    run: sendMessage,
  },
  ...messagingFunctions,
  ...robotFunctions,
  ...todoOpenFunctions,
};
