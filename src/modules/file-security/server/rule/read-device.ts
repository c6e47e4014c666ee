import type { Db } from '#kit/server/directory.ts';
import { deviceById, deviceFacts, type DeviceFacts } from '#modules/devices/server/public.ts';
import type { FileCase } from '../../common/case.ts';
import type { FactDevice } from './facts.ts';

/** States in which a device is used as usual. */
const usable = ['enrolled', 'pendingApproval', 'bound', 'unbound'];

const factOf = (known: DeviceFacts): FactDevice => ({
  id: known.id,
  name: known.name,
  state: known.state,
  usable: usable.includes(known.state),
  ownership: known.ownership,
  formFactor: known.formFactor,
  compliant: known.compliant,
  bound: known.bound,
  hardwareKey: known.keyStorage === 'hardware',
});

/** The device behind a session's key, where it is registered. */
export async function deviceOfKey(db: Db, thumbprint: string): Promise<FactDevice | null> {
  const known = await deviceFacts(db, thumbprint);
  return known ? factOf(known) : null;
}

/** The device of a case: one that is there, or one that is described. */
export async function deviceOfCase(db: Db, { deviceId, device }: Pick<FileCase, 'deviceId' | 'device'>): Promise<FactDevice | null> {
  if (deviceId !== null) {
    const known = await deviceById(db, deviceId);
    return known ? factOf(known) : null;
  }
  return device && { id: null, name: '', state: device.bound ? 'bound' : 'enrolled', usable: true, ...device };
}
