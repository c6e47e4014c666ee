import { sql } from 'kysely';
import { z } from 'zod';
import { code } from '#kit/common/codes.ts';
import { anyOutside, membersOf, reached } from '#kit/server/access/reach.ts';
import { roleKind } from '#kit/server/access/role.kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { assertCan, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { mamAuthorityPage, mamRoleCodes, mamRolePage, widgetRoleCodes, widgetRolePage } from '../common/permissions.ts';
import { everyoneRoleId } from '../common/role.contract.ts';
import { widgetInRange } from './widget.ts';
import { widgetsChanged } from './widget-news.ts';

const strings = z.array(z.string());
const listIn = (fields: Fields | null, name: string): string[] | undefined => strings.safeParse(fields?.[name]).data;

/** The rows of `membersOf` of these roles as members that lie outside make the role out of range. */
async function givingOutside(
  tx: Tx,
  field: string,
  operations: readonly Operation[],
  range: Parameters<Kind['outside']>[1],
): Promise<Set<number>> {
  const ids = operations.map(({ id }) => id);
  const members = await membersOf(tx, ids, clock.now());
  const outside = new Set<number>();
  for (const [index, { id, action, after }] of operations.entries())
    // Whoever changes what a role gives changes it for all who hold it.
    if (action === 'change' && after && field in after && (await anyOutside(tx, range, members.get(id) ?? []))) outside.add(index);
  return outside;
}

async function peopleOfChanged(tx: Tx, field: string, operations: readonly Operation[]): Promise<Record<string, number>> {
  const changed = operations.filter(({ action, after }) => action === 'change' && after && field in after);
  if (changed.length === 0) return {};
  const members = await membersOf(
    tx,
    changed.map(({ id }) => id),
    clock.now(),
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${reached([...members.values()].flat())}) as held`.execute(tx);
  return rows[0]!.n > 0 ? { people: Number(rows[0]!.n) } : {};
}

const mamBase = roleKind({
  area: 'mam',
  module: 'widgets',
  codes: { read: mamRolePage.code, revert: mamRolePage.button.update },
  buttons: mamRoleCodes,
});

/** App roles in the change engine: members as every role, and with them what the role gives on terminals. */
export const mamRoleKind: Kind = {
  ...mamBase,
  fields: { ...mamBase.fields, codes: {} },
  read: async (tx, ids, lock) => {
    const states = await mamBase.read(tx, ids, lock);
    const { rows } = await sql<{ id: string; codes: string[] }>`select role_id as id, codes from mam_role
      where role_id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, codes } of rows) Object.assign(states.get(id)?.fields ?? {}, { codes });
    return states;
  },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>(await mamBase.check?.(tx, caller, operations));
    for (const operation of operations) {
      assertEveryone(operation);
      assertButton(caller, operation, 'codes', mamAuthorityPage.button.save);
      await assertWidgetsIn(tx, caller, operation);
    }
    return issues;
  },
  outside: async (tx, range, operations) => {
    const outside = await mamBase.outside(tx, range, operations);
    return range.all ? outside : new Set([...outside, ...(await givingOutside(tx, 'codes', operations, range))]);
  },
  write: async (tx, caller, operations) => {
    await mamBase.write(tx, caller, operations);
    for (const { id, action, after } of operations) {
      const codes = listIn(after, 'codes');
      if (action === 'create' || action === 'restore')
        await sql`insert into mam_role (role_id, codes) values (${id}, ${codes ?? []})`.execute(tx);
      else if (action !== 'delete' && codes) await sql`update mam_role set codes = ${codes} where role_id = ${id}`.execute(tx);
    }
    await widgetsChanged(tx);
  },
  impact: async (tx, caller, operations) => ({
    ...(await mamBase.impact?.(tx, caller, operations)),
    ...(await peopleOfChanged(tx, 'codes', operations)),
  }),
};

/** Everybody holds the built-in role, always. */
function assertEveryone({ id, action, after }: Operation): void {
  if (id !== everyoneRoleId) return;
  const fixed = ['members', 'enabled', 'code', 'expiresAt', 'ownerDeptId', 'appKey'];
  if (action === 'delete' || fixed.some((name) => after && name in after)) throw new Refusal(11001);
}

/** An undo needs the button of the change itself. */
function assertButton(caller: Caller, { action, after }: Operation, field: string, button: string): void {
  if (action === 'change' && after && field in after) assertCan(caller, button);
}

/** Widgets that are given or taken lie in the range of whoever does it. */
async function assertWidgetsIn(tx: Tx, caller: Caller, { before, after }: Operation): Promise<void> {
  const wished = listIn(after, 'codes');
  if (!wished) return;
  const old = listIn(before, 'codes') ?? [];
  const moved = [...wished.filter((one) => !old.includes(one)), ...old.filter((one) => !wished.includes(one))];
  const ids = moved.filter((one) => one.startsWith('widget:')).map((one) => one.slice('widget:'.length));
  if (ids.length === 0) return;
  const { rows } = await sql<{
    id: string;
  }>`select id from widget where id = any(${ids}::uuid[]) and ${widgetInRange(caller.scope(), 'widget.id')}`.execute(tx);
  // Of widgets that are gone the role may be freed.
  const here = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !here.has(id) && wished.includes(`widget:${id}`));
  if (missing.length > 0) throw caller.scope().all ? new Refusal(code.notFound) : outOfRange();
}

const ownBase = roleKind({
  area: 'widget',
  module: 'widgets',
  codes: { read: widgetRolePage.code, revert: widgetRolePage.button.updateRole },
  buttons: widgetRoleCodes,
});

/** Roles of widgets in the change engine. */
export const widgetRoleKind: Kind = {
  ...ownBase,
  fields: { ...ownBase.fields, widgetId: { internal: true }, functions: {} },
  read: async (tx, ids, lock) => {
    const states = await ownBase.read(tx, ids, lock);
    const { rows } = await sql<{
      id: string;
      widgetId: string;
      functions: string[];
    }>`select role_id as id, widget_id as "widgetId", functions
      from widget_role where role_id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, ...own } of rows) Object.assign(states.get(id)?.fields ?? {}, own);
    return states;
  },
  outside: async (tx, range, operations) => {
    const outside = await ownBase.outside(tx, range, operations);
    return range.all ? outside : new Set([...outside, ...(await givingOutside(tx, 'functions', operations, range))]);
  },
  write: async (tx, caller, operations) => {
    await ownBase.write(tx, caller, operations);
    for (const { id, action, after } of operations) {
      const functions = listIn(after, 'functions');
      if (action === 'create' || action === 'restore')
        await sql`insert into widget_role (role_id, widget_id, functions) values (${id}, ${String(after?.['widgetId'])}::uuid, ${functions ?? []})`.execute(
          tx,
        );
      else if (action !== 'delete' && functions)
        await sql`update widget_role set functions = ${functions} where role_id = ${id}`.execute(tx);
    }
    await widgetsChanged(tx);
  },
  impact: async (tx, caller, operations) => ({
    ...(await ownBase.impact?.(tx, caller, operations)),
    ...(await peopleOfChanged(tx, 'functions', operations)),
  }),
};
