import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import { decide } from './decide.ts';
import { readFacts } from './facts.ts';
import { policyOf, type Policy } from './policy.ts';

/** Who would be refused by what is set now, or would be in a transaction that is tried: by the rule itself, device by device. */
export interface ShutOut {
  readonly people: number;
  readonly devices: number;
  readonly sample: readonly { readonly empId: string; readonly deviceId: string; readonly code: number; readonly step: number }[];
  /** Only the first of them were looked at. */
  readonly estimated: boolean;
}

const mostLooked = 2_000;

/** Asks the rule about every bound device with the person who uses it, from where it was seen last. */
export async function shutOutBy(db: Db, now: number, policy?: Policy): Promise<ShutOut> {
  const decided = policy ?? (await policyOf(db));
  const { rows } = await sql<{ device_id: string; employee_id: string }>`select b.device_id, b.employee_id from device_binding b
    join device d on d.id = b.device_id where b.state = 'bound' and d.state = 'bound' order by b.last_used_at desc nulls last limit ${mostLooked + 1}`.execute(
    db,
  );
  const people = new Set<string>();
  const sample: { empId: string; deviceId: string; code: number; step: number }[] = [];
  let devices = 0;
  for (const { device_id, employee_id } of rows.slice(0, mostLooked)) {
    const device = await db.selectFrom('device').selectAll().where('id', '=', device_id).executeTakeFirst();
    if (!device) continue;
    const facts = await readFacts(
      db,
      { asked: 'call', uid: employee_id, device, platform: device.platform, address: device.last_address, at: now, role: {} },
      decided,
    );
    const verdict = decide(facts);
    if (verdict.verdict !== 'refuse') continue;
    devices += 1;
    people.add(employee_id);
    if (sample.length < 20) sample.push({ empId: employee_id, deviceId: device_id, code: verdict.code, step: verdict.deciding });
  }
  return { people: people.size, devices, sample, estimated: rows.length > mostLooked };
}
