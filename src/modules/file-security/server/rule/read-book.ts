import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { addressBook } from '#modules/address-groups/server/public.ts';
import { configGroupsStored, type RoleConfig } from '../../common/config-groups.ts';
import { encryptionFields } from '../../common/encryption.contract.ts';
import { fileFunctions } from '../../common/words.ts';
import { everyoneRoleId } from '../directory.ts';
import type { Book, BookRole, RuleSet, White } from './book.ts';
import { ruleSetContent, type RuleSetContent } from './content.ts';
import { compileSet, crowdsIn } from './rule-set.ts';
import '#kit/server/access/access.table.ts';

/** Everything that decides now, under this word. */
export async function readBook(db: Db, word: string): Promise<Book> {
  // One after another: a book is read seldom and must not take connections from those who wait for it.
  const roles = await readRoles(db);
  const whites = await readWhites(db);
  const published = await readPublished(db);
  const { rows } = await sql<Record<string, unknown>>`select default_level as "defaultLevel", container, ticket_seconds as "ticketSeconds",
      offline_hours as "offlineHours" from file_encryption`.execute(db);
  const encryption = encryptionFields.parse(rows[0]);
  return completed({ word, roles, whites, published, networks: await addressBook(db), ...encryption });
}

/** A book with the dynamic groups that it names. */
function completed(book: Omit<Book, 'crowds'>): Book {
  const ofRoles = book.roles.flatMap(({ crowds }) => [...crowds.keys()]);
  const ofWhites = book.whites.flatMap(({ kind, memberId }) => (kind === 'crowd' ? [memberId] : []));
  return { ...book, crowds: [...new Set([...ofRoles, ...ofWhites, ...crowdsIn(book.published)])].toSorted() };
}

/** The roles of module mdm in force. */
export async function readRoles(db: Db): Promise<BookRole[]> {
  const { rows } = await sql<{ id: string; code: string; name: string; expiresAt: number | null; functions: string[]; groups: unknown }>`
    select role.id, role.code, role.name, role.expires_at as "expiresAt", m.functions, m.groups
    from role join mdm_role m on m.role_id = role.id where role.module = 'mdm' and role.enabled order by role.code`.execute(db);
  const members = await sql<{ of: string; kind: string; id: string; until: number | null }>`
    select role_id as of, kind, object_id as id, until from role_member where role_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  const byRole = Map.groupBy(members.rows, ({ of }) => of);
  return rows.map(({ id, name, expiresAt, functions, groups }) => {
    const of = (kind: string) => new Map((byRole.get(id) ?? []).filter((one) => one.kind === kind).map((one) => [one.id, one.until]));
    return {
      id,
      name,
      builtIn: id === everyoneRoleId,
      expiresAt,
      employees: of('employee'),
      departments: of('department'),
      crowds: of('crowd'),
      functions: fileFunctions.filter((one) => functions.includes(one)),
      groups: groupsIn(groups),
    };
  });
}

/** Stored groups of settings; one that no longer fits its shape is left out. */
export function groupsIn(stored: unknown): RoleConfig {
  const whole = configGroupsStored.safeParse(stored);
  if (whole.success) return whole.data;
  const groups: RoleConfig = {};
  for (const [code, shape] of Object.entries(configGroupsStored.shape)) {
    const one = shape.safeParse(Reflect.get(Object(stored), code));
    if (one.success && one.data) Object.assign(groups, { [code]: one.data });
  }
  return groups;
}

async function readWhites(db: Db): Promise<White[]> {
  const { rows } = await sql<White>`select id,
      case when employee_id is not null then 'employee' when department_id is not null then 'department' else 'crowd' end as kind,
      coalesce(employee_id, department_id, crowd_id)::text as "memberId", actions, keep_conditions as "keepConditions", until
    from file_white_user order by keep_conditions, id`.execute(db);
  return rows;
}

/** The version in force. */
async function readPublished(db: Db): Promise<RuleSet> {
  const { rows } = await sql<{
    number: number;
    content: unknown;
  }>`select number, content from file_rule_set order by number desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('No version of the file rules is in force');
  return compileSet(row.number, ruleSetContent.parse(row.content));
}

/** The rows of the draft as the content of a version. */
export async function readDraft(db: Db): Promise<RuleSetContent> {
  const rules = await sql<{
    row: unknown;
  }>`select jsonb_build_object('id', id, 'name', name, 'kind', kind, 'actions', actions, 'everyone', everyone,
      'who', who, 'roleIds', role_ids, 'platforms', platforms, 'place', place, 'segments', segments, 'inGroups', in_groups, 'notInGroups', not_in_groups, 'device', device, 'window', time_window,
      'fileTypes', file_types, 'extensions', extensions, 'sizeMin', size_min, 'sizeMax', size_max, 'namePattern', name_pattern,
      'levels', levels, 'target', target, 'effect', effect, 'conditions', conditions, 'mode', mode, 'message', message, 'until', until,
      'note', note, 'priority', priority, 'enabled', enabled) as row from file_rule order by priority, id`.execute(db);
  const sends = await sql<{ row: unknown }>`select jsonb_build_object('id', id, 'name', name, 'everyone', everyone, 'who', who,
      'target', target, 'targets', targets, 'fileTypes', file_types, 'sizeMax', size_max,
      'effect', effect, 'until', until, 'priority', priority, 'enabled', enabled) as row from file_send_user order by priority, id`.execute(
    db,
  );
  const outer = await sql<{
    row: unknown;
  }>`select jsonb_build_object('segments', segments, 'innerGroups', inner_groups, 'actions', actions, 'exceptions', exceptions,
      'sendDefault', send_default) as row from file_outer_net`.execute(db);
  return ruleSetContent.parse({
    rules: rules.rows.map(({ row }) => row),
    sends: sends.rows.map(({ row }) => row),
    outer: outer.rows[0]?.row,
  });
}
