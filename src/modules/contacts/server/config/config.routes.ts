import { namesOf } from '#kit/server/access/role.view.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { contactConfigGet, contactConfigUpdate } from '../../common/config.contract.ts';
import { contactConfigId } from '../directory.ts';
import { assertExpected } from '../insight/impact.ts';
import { contactConfigKind } from './config.kind.ts';
import { configView, readConfigRow } from './config.query.ts';

/** Operations on the settings of the directory. */
export const configRoutes: readonly BoundRoute[] = [
  handle(contactConfigGet, async (call) => configView(call.db, await namesOf(call, [(await readConfigRow(call.db)).updatedBy]))),
  handle(contactConfigUpdate, async (call, { version, expect, ...changed }) => {
    if (expect) await assertExpected(call, [{ kind: 'config', change: changed }], expect);
    return call.write(async (tx) => {
      const fields: Fields = {};
      for (const [name, value] of Object.entries(changed)) if (value !== undefined) fields[name] = value;
      await changeObjects(tx, call.caller, contactConfigKind, [{ id: contactConfigId, version, fields }]);
      return configView(tx, await namesOf({ ...call, db: tx }, [(await readConfigRow(tx)).updatedBy]));
    });
  }),
];
