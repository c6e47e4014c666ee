import { sql } from 'kysely';
import type { DeviceGate, DeviceStanding } from '#kit/server/client/device-gate.ts';
import type { GateParts } from '#kit/server/client/terminal-gate.ts';
import { personOfCode } from '../binding/enrol-codes.ts';
import { appSignInsOf, narrowingOf } from '../role-config.ts';
import { decide } from './decide.ts';
import { readFacts } from './facts.ts';
import { refusalOf } from './trace.ts';

/** What is asked at each sign-in and each call of a terminal: the one rule. */
export function openDeviceGate(parts: GateParts): DeviceGate {
  if (parts.appSignIns) appSignInsOf(parts).read = parts.appSignIns;
  return {
    personOfCode,
    stageOf: async (db, { uid, thumbprint, platform, appKey, address, asked }) => {
      const device = await db.selectFrom('device').selectAll().where('key_thumbprint', '=', thumbprint).executeTakeFirst();
      const role = await narrowingOf(parts, db, { uid, appKey });
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
    formsOf: async (db, thumbprints) => {
      if (thumbprints.length === 0) return new Map();
      const rows = await db
        .selectFrom('device')
        .select(['key_thumbprint as key', 'form_factor as form'])
        .where('key_thumbprint', 'in', [...thumbprints])
        .execute();
      return new Map(rows.map(({ key, form }) => [key, form]));
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
