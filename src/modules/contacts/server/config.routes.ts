import { handle, type BoundRoute } from '#kit/server/handle.ts';
import { contactConfigUpdate } from '../common/config.contract.ts';
import { contactConfigs } from './config.ts';
import { assertExpected } from './insight/impact.ts';

/** Operations on the settings of the directory: a change says which impact was shown. */
export const configRoutes: readonly BoundRoute[] = [
  contactConfigs.routes.get,
  handle(contactConfigUpdate, async (call, { expect, ...change }) => {
    const { version: _version, ...changed } = change;
    if (expect) await assertExpected(call, [{ kind: 'config', change: changed }], expect);
    return call.write(async (tx) => {
      await contactConfigs.save(tx, call.caller, change);
      return contactConfigs.view({ ...call, db: tx });
    });
  }),
];
