import { apiInterface } from '../common/interface.contract.ts';
import { caseSave } from '../common/case.contract.ts';
import { settingGet } from '../common/setting.contract.ts';
import { interfaceKinds, type InterfaceKind } from '../common/definition.ts';
import { grantList, grantSave } from '../common/system.contract.ts';
import type { House } from '../../../../tests/access/house.ts';
import { accessWord, liveInterface, newDefinition, newInterface, newSystem } from './made.ts';
import type { TrySample } from '../../../../tests/conformance/samples.ts';

const addOf =
  (kind: InterfaceKind): TrySample =>
  async (house) => ({
    prefixId: (await newSystem(house)).prefixId,
    code: accessWord(),
    name: accessWord(),
    definition: await newDefinition(house, kind),
  });
const saveOf =
  (kind: InterfaceKind): TrySample =>
  async (house) => ({ id: (await newInterface(house, kind)).id, version: 1, name: accessWord() });

const granted = async (house: House): Promise<{ systemId: string; targetId: string }> => {
  const { id, system } = await newInterface(house);
  return { systemId: system.id, targetId: id };
};

/** Inputs of writes to interfaces and grants. */
export const tries: Readonly<Record<string, TrySample>> = {
  ...Object.fromEntries(
    interfaceKinds.flatMap((kind) => [
      [`mas/interface/${kind}/add`, addOf(kind)],
      [`mas/interface/${kind}/save`, saveOf(kind)],
    ]),
  ),
  'mas/interface/publish': async (house) => ({ id: (await newInterface(house)).id, version: 1, note: 'First' }),
  'mas/interface/rollback': async (house) => ({ id: (await liveInterface(house)).id, no: 1, note: 'Back' }),
  'mas/interface/delete': async (house) => ({ ids: [(await newInterface(house)).id] }),
  'mas/interface/enable': async (house) => {
    const { id } = await liveInterface(house);
    await house.boss.call(apiInterface.disable, { ids: [id] });
    return { ids: [id] };
  },
  'mas/interface/disable': async (house) => ({ ids: [(await liveInterface(house)).id] }),
  'mas/interface/restore': async (house) => {
    const { id } = await newInterface(house);
    await house.boss.call(apiInterface.delete, { ids: [id] });
    return { ids: [id] };
  },
  'mas/interface/copy': async (house) => ({
    id: (await newInterface(house)).id,
    prefixId: (await newSystem(house)).prefixId,
    code: accessWord(),
    name: accessWord(),
  }),
  'mas/interface/tag': async (house) => ({ ids: [(await newInterface(house)).id], addTags: ['ERP'] }),
  'mas/interface/log/update': async (house) => ({ ids: [(await newInterface(house)).id], on: 0 }),
  'mas/interface/auth/update': async (house) => ({
    ids: [(await newInterface(house)).id],
    on: 0,
    until: Date.now() + 86_400_000,
    reason: 'A trial',
  }),
  'mas/interface/cache/update': async (house) => ({ id: (await newInterface(house)).id, version: 1, on: true }),
  'mas/setting/update': async (house) => {
    const { version, timeoutMs } = await house.boss.call(settingGet, {});
    return { version, timeoutMs: timeoutMs === 120_000 ? 90_000 : 120_000 };
  },
  'mas/case/save': async (house) => ({ interfaceId: (await newInterface(house)).id, name: accessWord() }),
  'mas/case/delete': async (house) => {
    const interfaceId = (await newInterface(house)).id;
    return { ids: [(await house.boss.call(caseSave, { interfaceId, name: accessWord(), recorded: '{}' })).id] };
  },
  'mas/grant/save': async (house) => {
    const { systemId, targetId } = await granted(house);
    return { granteeId: systemId, targetIds: [targetId] };
  },
  'mas/grant/delete': async (house) => {
    const { systemId, targetId } = await granted(house);
    await house.boss.call(grantSave, { granteeId: systemId, targetIds: [targetId] });
    return { ids: [(await house.boss.call(grantList, { granteeId: systemId })).list[0]!.id] };
  },
};
