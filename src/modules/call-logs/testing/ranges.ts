import { alarmRule } from '../common/alarm.contract.ts';
import { flushCalls, recordCall, type CallRecord } from '../server/public.ts';
import { newId } from '#kit/server/ids.ts';
import { nobody, type Sample } from '../../../../tests/conformance/samples.ts';
import type { World } from '../../../../tests/conformance/range/world.ts';

let made = 0;

const targetOf = (departmentId: string): CallRecord['target'] => {
  const interfaceId = newId();
  const name = `Orders ${interfaceId}`;
  return {
    interfaceId,
    systemId: newId(),
    systemCode: 'erp',
    systemName: 'ERP',
    name,
    path: `erp/sales/${interfaceId}`,
    kind: 'http',
    ownerDeptId: departmentId,
  };
};

/** A call of an interface whose system belongs to this department; answers the id of the call. */
export async function calledIn({ house }: World, departmentId: string, more: Partial<CallRecord> = {}): Promise<string> {
  const id = newId();
  const { services } = house.product;
  recordCall(services, {
    id,
    at: services.now(),
    requestId: `request-${id}`,
    target: targetOf(departmentId),
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
export const ranges: Readonly<Record<string, Sample>> = {
  'mas/call/list': {
    hidden: async (world) => ({
      input: { pageSize: 500 },
      ids: [await calledIn(world, world.outside.department.id)],
    }),
  },
  'mas/call/get': {
    refused: async (world) => [{ id: await calledIn(world, world.outside.department.id) }, { id: nobody }],
  },
  'mas/call/unmask': {
    refused: async (world) =>
      [await calledIn(world, world.outside.department.id), nobody].map((id) => ({ id, path: 'answer.mobile', reason: 'A reason' })),
  },
  'mas/alarmRule/mute': {
    refused: async (world) => {
      const { id } = await world.boss.call(alarmRule.add, { name: `Range ${(made += 1)}`, ownerDeptId: world.outside.department.id });
      return [
        { ids: [id], until: null },
        { ids: [nobody], until: null },
      ];
    },
  },
  'mas/call/export': { free: 'the job writes the rows of the list in its range; tests/access-service/range.test.ts' },
  'mas/call/targets': {
    hidden: async (world) => {
      const interfaceId = newId();
      const departmentId = world.outside.department.id;
      await calledIn(world, departmentId, { target: { ...targetOf(departmentId), interfaceId } });
      return { input: {}, ids: [interfaceId] };
    },
  },
  'mas/stat/top': {
    hidden: async (world) => {
      const interfaceId = newId();
      const departmentId = world.outside.department.id;
      await calledIn(world, departmentId, { target: { ...targetOf(departmentId), interfaceId } });
      return { input: { most: 200 }, ids: [interfaceId] };
    },
  },
  'mas/stat/overview': { free: 'it answers counts; that they leave out foreign systems: tests/access-service/range.test.ts' },
  'mas/stat/compare': {
    hidden: async (world) => {
      const interfaceId = newId();
      const departmentId = world.outside.department.id;
      await calledIn(world, departmentId, { target: { ...targetOf(departmentId), interfaceId } });
      return { input: { otherFrom: 1, most: 200 }, ids: [interfaceId] };
    },
  },
  'mas/stat/series': { free: 'it answers the figures of the groups of mas/stat/top over time' },
  'mas/stat/report': {
    free: 'it writes mas/stat/overview and mas/stat/top; that it leaves out foreign systems: tests/access-service/range.test.ts',
  },
  'mas/stat/export': { free: 'the job writes the groups of mas/stat/top in its range' },
  'mas/call/tail': { free: 'it follows the rows of the list in its range, as a stream that does not end' },
};
