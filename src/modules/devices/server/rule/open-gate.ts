import { sql } from 'kysely';
import type { DeviceGate, DeviceStanding } from '#kit/server/client/device-gate.ts';
import type { GateParts } from '#kit/server/client/terminal-gate.ts';
import { personOfCode } from '../binding/enrol-codes.ts';
import { roleConfigOf } from '../role-config.ts';
import { decide } from './decide.ts';
import { readFacts } from './facts.ts';
import { refusalOf } from './trace.ts';

/** What is asked at each sign-in and each call of a terminal: the one rule. */
export function openDeviceGate(parts: GateParts): DeviceGate {
  return {
    personOfCode,
    stageOf: async (db, { uid, thumbprint, platform, address, asked }) => {
      const device = await db.selectFrom('device').selectAll().where('key_thumbprint', '=', thumbprint).executeTakeFirst();
      const role = await roleConfigOf(parts).read(db, uid);
      const facts = await readFacts(db, { asked, uid, device, platform, address, at: parts.now(), role });
      const verdict = decide(facts);
      if (verdict.verdict === 'refuse') throw await refusalOf(db, facts, verdict);
      if (verdict.verdict === 'pending') return 'pending';
      return verdict.verdict === 'allow' ? 'full' : 'enrol';
    },
    standing: async (db, { uid, thumbprint }) => {
      const { rows } = await sql<DeviceStanding>`select d.state <> all(array['erased', 'retired']) as enrolled, d.compliant,
          exists (select from device_binding b where b.device_id = d.id and b.employee_id = ${uid}::uuid and b.state = 'bound') as bound
        from device d where d.key_thumbprint = ${thumbprint}`.execute(db);
      return rows[0] ?? { enrolled: false, bound: false, compliant: false };
    },
    describe: async (db, thumbprint) => {
      const device = await db
        .selectFrom('device')
        .select(['id', 'name', 'model', 'system_version'])
        .where('key_thumbprint', '=', thumbprint)
        .executeTakeFirst();
      return device && { deviceId: device.id, deviceModel: device.model || device.name, osVersion: device.system_version };
    },
  };
}
