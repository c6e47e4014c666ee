import { sql } from 'kysely';
import { roleKind } from '#kit/server/access/role.kind.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Fields, Kind, Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { notGranted } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { belongsPage, specialRoleCodes, specialUserPage as page } from '../../common/permissions.ts';
import { anyOutside, anyUnknown } from '../parties.ts';
import { contactsChanged } from '../rule/changes.ts';
import { checkSpecials } from './special.check.ts';
import { emptySpecial, specialIn } from './special.state.ts';
import '../contacts.table.ts';

const base = roleKind({
  area: 'cpd',
  module: 'contacts',
  codes: { read: page.code, revert: page.button.update },
  buttons: specialRoleCodes,
});

/** Special user rules in the change engine: the role's members are the exceptions, and with them whom it protects and how. */
export const specialUserKind: Kind = {
  ...base,
  fields: {
    ...base.fields,
    priority: {},
    mode: {},
    fields: {},
    deniedFunctions: {},
    proxyEmpId: { refers: 'employee' },
    exceptionsSee: {},
    exceptionRoleIds: {},
    until: {},
    belongs: { refers: 'member' },
  },
  kept: [...(base.kept ?? []), { table: 'contact_belongs', object: 'role_id', row: ['kind', 'object_id'], columns: ['since', 'by'] }],
  read: async (tx, ids, lock) => {
    const states = await base.read(tx, ids, lock);
    const { rows } = await sql<{
      id: string;
      fields: Fields;
    }>`select role_id as id, jsonb_build_object('priority', priority, 'mode', mode, 'fields', fields,
        'deniedFunctions', to_jsonb(denied_functions), 'proxyEmpId', proxy_emp_id, 'exceptionsSee', exceptions_see,
        'exceptionRoleIds', to_jsonb(exception_role_ids), 'until', until_at,
        'belongs', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', object_id) order by kind, object_id), '[]')
          from contact_belongs b where b.role_id = contact_special.role_id)) as fields
      from contact_special where role_id = any(${ids}::uuid[])`.execute(tx);
    for (const { id, fields } of rows) Object.assign(states.get(id)?.fields ?? {}, fields);
    return states;
  },
  check: async (tx, caller, operations) => {
    const issues = new Map<number, OperationIssue[]>(await base.check?.(tx, caller, operations));
    const add = (index: number, found: readonly OperationIssue[]): void => void issues.set(index, [...(issues.get(index) ?? []), ...found]);
    for (const operation of operations) assertButtons(caller, operation);
    const states = await specialUserKind.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    for (const [index, found] of await checkSpecials(tx, operations, states)) add(index, found);
    for (const [index, { before, after }] of operations.entries()) {
      const old = new Set((specialIn(before).belongs ?? []).map(({ id }) => id));
      const fresh = (specialIn(after).belongs ?? []).filter(({ id }) => !old.has(id));
      if (await anyUnknown(tx, fresh)) add(index, [{ path: 'parties', namespace: 'contacts', key: 'range.unknown' }]);
    }
    return issues;
  },
  outside: async (tx, range, operations) => {
    const outside = await base.outside(tx, range, operations);
    if (range.all) return outside;
    const states = await specialUserKind.read(
      tx,
      operations.map(({ id }) => id),
      false,
    );
    for (const [index, { id, after }] of operations.entries()) {
      const [old, requested] = [specialIn(states.get(id)?.fields), specialIn(after)];
      const proxy = requested.proxyEmpId ? [{ kind: 'employee' as const, id: requested.proxyEmpId }] : [];
      if (await anyOutside(tx, range, [...(old.belongs ?? []), ...(requested.belongs ?? []), ...proxy])) outside.add(index);
    }
    return outside;
  },
  write: async (tx, caller, operations) => {
    await base.write(tx, caller, operations);
    for (const operation of operations) await writeSpecial(tx, caller, operation);
    await contactsChanged(tx);
  },
};

async function writeSpecial(tx: Tx, caller: Caller, { action, id, after }: Operation): Promise<void> {
  if (action === 'delete') return;
  const given = specialIn(after);
  if (action === 'create' || action === 'restore')
    await sql`insert into contact_special (role_id, priority, mode) values (${id}, ${given.priority ?? 0}, 'limited')`.execute(tx);
  const all = action === 'create' || action === 'restore' ? { ...emptySpecial, ...given } : given;
  const json = (value: unknown): string => JSON.stringify(value);
  const sets = [
    ...(all.priority === undefined ? [] : [sql`priority = ${all.priority}`]),
    ...(all.mode === undefined ? [] : [sql`mode = ${all.mode}`]),
    ...(all.fields === undefined ? [] : [sql`fields = ${json(all.fields)}`]),
    ...(all.deniedFunctions === undefined ? [] : [sql`denied_functions = ${all.deniedFunctions}`]),
    ...(all.proxyEmpId === undefined ? [] : [sql`proxy_emp_id = ${all.proxyEmpId}`]),
    ...(all.exceptionsSee === undefined ? [] : [sql`exceptions_see = ${json(all.exceptionsSee)}`]),
    ...(all.exceptionRoleIds === undefined ? [] : [sql`exception_role_ids = ${all.exceptionRoleIds}::uuid[]`]),
    ...(all.until === undefined ? [] : [sql`until_at = ${all.until}`]),
  ];
  if (sets.length > 0) await sql`update contact_special set ${sql.join(sets)} where role_id = ${id}`.execute(tx);
  if (all.belongs === undefined) return;
  const requested = sql`jsonb_to_recordset(${json(all.belongs)}::jsonb) as m(kind text, id uuid)`;
  await sql`delete from contact_belongs b where b.role_id = ${id} and not exists (select from ${requested} where m.kind = b.kind and m.id = b.object_id)`.execute(
    tx,
  );
  await sql`insert into contact_belongs (role_id, kind, object_id, since, by) select ${id}, m.kind, m.id, ${clock.now()}, ${caller.uid} from ${requested}
    on conflict do nothing`.execute(tx);
}

/** An undo needs the buttons of the change itself. */
function assertButtons(caller: Caller, { action, before, after }: Operation): void {
  if (action !== 'change' || caller.grants.superAdmin || !after) return;
  const need = (...buttons: readonly [string, ...string[]]): void => {
    if (!buttons.some((button) => caller.can(button))) throw notGranted(buttons[0]);
  };
  if ('priority' in after) need(page.button.reorder);
  const plain = ['mode', 'fields', 'deniedFunctions', 'proxyEmpId', 'exceptionsSee', 'exceptionRoleIds', 'until'];
  if (plain.some((name) => name in after)) need(page.button.update);
  if (!('belongs' in after)) return;
  const keys = (fields: Fields | null): Set<string> => new Set((specialIn(fields).belongs ?? []).map(({ kind, id }) => `${kind}:${id}`));
  const [old, requested] = [keys(before), keys(after)];
  if ([...requested].some((key) => !old.has(key))) need(belongsPage.button.assign, belongsPage.button.import);
  if ([...old].some((key) => !requested.has(key))) need(belongsPage.button.remove);
}
