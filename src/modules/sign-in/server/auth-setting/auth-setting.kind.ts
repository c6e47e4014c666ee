import type { Json, Kind, Operation } from '#kit/server/change/kind.ts';
import { tableKind } from '#kit/server/change/table-kind.ts';
import { loginAuthentication as page } from '../../common/permissions.ts';
import { checkSettings } from './auth-setting.check.ts';
import { holdChange, rollingBack } from '../guard.ts';

/** What decides who comes in: a change of it on an enabled setting holds only when confirmed. Words, order and pictures do not. */
const deciding: readonly string[] = ['enabled', 'config', 'secret', 'match', 'assurance', 'audience', 'people'];

const base = tableKind({
  kind: 'authSetting',
  module: 'sign-in',
  codes: { read: page.code, revert: page.button.update },
  table: 'auth_setting',
  name: 'name',
  fields: {
    code: { column: 'code' },
    kind: { column: 'kind' },
    name: { column: 'name' },
    label: { column: 'label' },
    icon: { column: 'icon' },
    audience: { column: 'audience' },
    platforms: { column: 'platforms' },
    people: { column: 'people' },
    config: { column: 'config' },
    secret: { column: 'secret', secret: true },
    match: { column: 'match' },
    assurance: { column: 'assurance' },
    orderNo: { column: 'order_no', internal: true },
    enabled: { column: 'enabled' },
  },
  unique: { auth_setting_code: 'code', auth_setting_local: 'kind' },
  check: checkSettings,
});

/** Sign-in settings in the change engine. Whoever changes one, also by undoing, passes the same rules and the same guard. */
export const authSettingKind: Kind = {
  ...base,
  write: async (tx, caller, operations) => {
    const held = rollingBack(caller) ? [] : await heldOf(tx, operations);
    await base.write(tx, caller, operations);
    await holdChange(tx, caller, { kind: base.kind, operations: held, fields: deciding });
  },
};

/** Changes of what decides, on settings that are or become enabled, or no longer are. */
async function heldOf(tx: Parameters<Kind['write']>[0], operations: readonly Operation[]): Promise<Operation[]> {
  const changes = operations.filter(({ before, after }) => before && after && deciding.some((name) => name in after));
  if (changes.length === 0) return [];
  const states = await base.read(
    tx,
    changes.map(({ id }) => id),
    false,
  );
  const on = (value: Json | undefined): boolean => value === true;
  return changes.filter(({ id, after }) => on(states.get(id)?.fields['enabled']) || on(after?.['enabled']));
}
