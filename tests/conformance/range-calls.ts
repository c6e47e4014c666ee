import { flushCalls, recordCall, type CallRecord } from '../../src/modules/call-logs/server/public.ts';
import { newId } from '../../src/kit/server/ids.ts';
import type { Sample } from './range-samples.ts';
import type { World } from './range-world.ts';

const nobody = '01a00000-0000-7000-8000-00000000dead';

/** A call of an interface whose system belongs to this department; answers the id of the call. */
export async function calledIn({ house }: World, departmentId: string, more: Partial<CallRecord> = {}): Promise<string> {
  const id = newId();
  const { services } = house.product;
  recordCall(services, {
    id,
    at: services.now(),
    requestId: `request-${id}`,
    target: {
      interfaceId: newId(),
      systemId: newId(),
      systemCode: 'erp',
      systemName: 'ERP',
      name: `Orders ${id}`,
      path: `erp/sales/${id}`,
      kind: 'http',
      ownerDeptId: departmentId,
    },
    versionNo: 1,
    caller: { kind: 'terminal' },
    address: '10.0.0.1',
    method: 'GET',
    class: 'ok',
    httpStatus: 200,
    code: 0,
    ms: { total: 12 },
    bytes: { in: 10, out: 20 },
    ...more,
  });
  await flushCalls(services);
  return id;
}

/** How the log of calls is asked for what lies outside. */
export const callSamples: Readonly<Record<string, Sample>> = {
  'mas/call/list': {
    hidden: async (world) => ({
      input: { pageSize: 500 },
      ids: [await calledIn(world, world.outside.department.id)],
    }),
  },
  'mas/call/get': {
    refused: async (world) => [{ id: await calledIn(world, world.outside.department.id) }, { id: nobody }],
  },
  'mas/call/tail': { free: 'it follows the rows of the list in its range, as a stream that does not end' },
};
