import path from 'node:path';
import { sql } from 'kysely';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { namesAddressGroups, whenAddressesChange } from '#modules/address-groups/server/public.ts';
import { devicePages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { deviceWords } from './audit-words.ts';
import { bindingRoutes } from './binding/binding.routes.ts';
import { askedMail, decidedMail, newDeviceMail } from './binding/notices.ts';
import { deviceClientRoutes } from './client/client.routes.ts';
import { postureRoutes } from './device/posture.ts';
import { deviceHoldings } from './device.holdings.ts';
import { deviceKind } from './device/device.kind.ts';
import { deviceRoutes } from './device/device.routes.ts';
import { eraseRoutes } from './erase/erase.routes.ts';
import {
  appEraseExportJob,
  bindingExportJob,
  deviceExportJob,
  eraseExportJob,
  exportRoutes,
  ruleMemberExportJob,
  unbindExportJob,
} from './exports.ts';
import { safeDevices, safeRoutes } from './register/safe-devices.ts';
import { whiteEntries } from './register/white-entries.ts';
import { bindRuleKind, bindRules, bindRuleUpdate, ruleMemberRoutes } from './rule/bind-rules.ts';
import { ruleCrowdUses, ruleDepartmentUses, ruleMemberKind } from './rule/rule-members.ts';
import { impactOfWrite } from './rule/impact.ts';
import { impactRoutes } from './rule/impact.routes.ts';
import { checkRoutes } from './rule/check.routes.ts';
import { openDeviceGate } from './rule/open-gate.ts';
import { bindSettings, eraseSettings, gestureSettings, whiteSwitches } from './settings/settings.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { upkeepDevices } from './upkeep.ts';
import { deviceWarnings } from './warnings.ts';

// Rules that name groups of addresses keep these from being deleted.
namesAddressGroups(async (db, ids) => {
  const { rows } = await sql<{
    groupId: string;
    kind: string;
    id: string;
    name: string;
  }>`select g.id as "groupId", 'bindRule' as kind, r.id::text as id, r.name
    from bind_rule r join unnest(${ids}::uuid[]) as g(id) on coalesce(r.bind_networks -> 'groupIds', '[]') ? g.id::text or coalesce(r.sign_in_networks -> 'groupIds', '[]') ? g.id::text`.execute(
    db,
  );
  return rows;
});

whenAddressesChange(impactOfWrite);

/** Devices: enrolment, binding, white lists, locking, erasing. */
export const devicesModule: ServerModule = {
  name: 'devices',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: devicePages,
  devices: openDeviceGate,
  clientRoutes: deviceClientRoutes,
  tick: upkeepDevices,
  demo: async () => (await import('./demo/devices-demo.ts')).devicesDemo,
  licenceCounts: {
    devices: async (db) => {
      const { rows } = await sql<{ n: number }>`select count(distinct device_id) as n from device_binding where state = 'bound'`.execute(
        db,
      );
      return Number(rows[0]?.n ?? 0);
    },
  },
  warningKinds: deviceWarnings,
  mailTemplates: [newDeviceMail, askedMail, decidedMail],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(
    { ...bindRules, kinds: [bindRuleKind], routes: { ...bindRules.routes, update: bindRuleUpdate } },
    safeDevices,
    whiteEntries,
    {
      routes: [
        ...ruleMemberRoutes,
        ...safeRoutes,
        ...deviceRoutes,
        ...postureRoutes,
        ...bindingRoutes,
        ...eraseRoutes,
        ...checkRoutes,
        ...impactRoutes,
        ...exportRoutes,
        ...settingsRoutes,
      ],
      kinds: [deviceKind, ruleMemberKind, ...[bindSettings, gestureSettings, eraseSettings, whiteSwitches].map(({ kind }) => kind)],
      words: [deviceWords],
      jobs: [deviceExportJob, bindingExportJob, unbindExportJob, eraseExportJob, appEraseExportJob, ruleMemberExportJob],
      holdings: deviceHoldings,
      departmentUses: ruleDepartmentUses,
      crowdUses: ruleCrowdUses,
    },
  ),
};
