import { crudServer } from '#kit/server/crud/crud-server.ts';
import { retention } from '../../common/case.contract.ts';

/** Rules of keeping: single chats name nothing, everything else names one. */
export const retentions = crudServer(retention, {
  table: 'im_retention',
  check: async (_tx, _caller, operations) =>
    new Map(
      operations.flatMap(({ action, after }, index) => {
        if (action !== 'create' || !after) return [];
        const named = after.scopeId !== null && after.scopeId !== undefined;
        if ((after.scope === 'single') !== named) return [];
        return [[index, [{ path: 'scopeId', namespace: 'messaging', key: 'retention.scopeId' }]] as const];
      }),
    ),
});
