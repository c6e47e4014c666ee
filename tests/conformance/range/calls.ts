import { builtInSystemId } from '../../../src/modules/access/common/system.contract.ts';
import { connectParam, connectWidget } from '../../../src/modules/connect/common/connect.contract.ts';
import { alarmRule } from '../../../src/modules/call-logs/common/alarm.contract.ts';
import { flushCalls, recordCall, type CallRecord } from '../../../src/modules/call-logs/server/public.ts';
import { newId } from '../../../src/kit/server/ids.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

let made = 0;

/** A widget that is connected, and belongs to this department. */
async function connectedIn({ boss }: World, ownerDeptId: string): Promise<string> {
  made += 1;
  const draft = { name: `Range ${made}`, widgetId: `range-${made}`, systemId: builtInSystemId, ownerDeptId };
  return (await boss.call(connectWidget.add, draft)).id;
}

const nobody = '01a00000-0000-7000-8000-00000000dead';

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
  'mas/call/unmask': {
    refused: async (world) =>
      [await calledIn(world, world.outside.department.id), nobody].map((id) => ({ id, path: 'answer.mobile', reason: 'A reason' })),
  },
  'connect/widget/secret': {
    refused: async (world) => [{ id: await connectedIn(world, world.outside.department.id) }, { id: nobody }],
  },
  'connect/widget/test': {
    refused: async (world) => {
      const [good, bad] = [await connectedIn(world, world.inside.department.id), await connectedIn(world, world.outside.department.id)];
      return [
        { id: bad, employeeId: world.inside.person.id },
        { id: nobody, employeeId: world.inside.person.id },
        { id: good, employeeId: world.outside.person.id },
      ];
    },
  },
  'connect/param/resolve': {
    hidden: async (world) => {
      const { id } = await world.boss.call(connectParam.add, { name: `range${(made += 1)}`, ownerDeptId: world.outside.department.id });
      return { input: { widgetId: 'any', platform: 1 }, ids: [id] };
    },
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
  'mas/attachSystem/test': {
    refused: async (world) => [{ id: nobody, employeeId: world.inside.person.id, attachmentId: '1' }],
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
