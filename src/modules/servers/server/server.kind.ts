import { platformNames } from '#kit/common/client/platforms.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Kind, Operation } from '#kit/server/change/kind.ts';
import { siteKind } from '#kit/server/change/site-kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { inUse, Refusal } from '#kit/server/refusal.ts';
import { holdChange, rollingBack } from '#modules/sign-in/server/public.ts';
import { serversPage as page } from '../common/permissions.ts';
import { usesOf } from './platform.uses.ts';

const base = siteKind(
  tableKind({
    kind: 'serverConfig',
    module: 'servers',
    codes: { read: page.code, revert: page.button.update },
    table: 'server_config',
    name: 'name',
    fields: {
      name: { column: 'name' },
      code: { column: 'code' },
      kind: { column: 'kind' },
      addresses: { column: 'addresses' },
      ca: { column: 'ca' },
      pinnedKeys: { column: 'pinned_keys' },
      weight: { column: 'weight' },
      note: { column: 'note' },
      secret: { column: 'secret', secret: true },
      enabled: { column: 'enabled' },
      draining: { column: 'draining' },
    },
    unique: { server_config_code: 'code', server_config_name: 'name' },
    check: async (tx, caller, operations) => {
      if (!rollingBack(caller)) await assertNotLast(tx, operations);
      return new Map();
    },
  }),
);

/** By what terminals and consoles find everything else: a wrong address would lock everybody out. */
const guarded = new Set(['api', 'navigation']);

/** Servers in the change engine. Changed addresses of what everybody comes in by hold only when they are confirmed. */
export const serverConfigKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    const held = rollingBack(caller) ? [] : await heldOf(tx, caller, operations);
    await base.write(tx, caller, operations);
    await holdChange(tx, caller, { kind: base.kind, operations: held, fields: ['addresses', 'enabled'] });
  },
};

async function heldOf(tx: Tx, _caller: Caller, operations: readonly Operation[]): Promise<Operation[]> {
  const changes = operations.filter(({ before, after }) => before && after && 'addresses' in after);
  if (changes.length === 0) return [];
  const states = await base.read(
    tx,
    changes.map(({ id }) => id),
    false,
  );
  return changes.filter(({ id }) => {
    const fields = states.get(id)?.fields;
    return fields?.['enabled'] === true && guarded.has(String(fields['kind']));
  });
}

/** Of each kind that a platform uses one server stays that is enabled and not draining (11030); what a platform names is not deleted (10410). */
async function assertNotLast(tx: Tx, operations: readonly Operation[]): Promise<void> {
  const leaving = operations.filter(
    ({ action, after }) => action === 'delete' || after?.['enabled'] === false || after?.['draining'] === true,
  );
  if (leaving.length === 0) return;
  const away = new Set(leaving.map(({ id }) => id));
  for (const use of await usesOf(tx, [...away])) {
    if (!use.others.some((id) => !away.has(id))) throw new Refusal(11030, { kind: use.kind, name: platformNames[use.platform] });
    const deleted = leaving.find(({ id, action }) => id === use.serverId && action === 'delete');
    if (deleted) throw inUse([{ kind: 'platform', id: use.platformId, name: platformNames[use.platform] }]);
  }
}
