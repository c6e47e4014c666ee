import path from 'node:path';
import { sql } from 'kysely';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { fileSecurityPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { fileSecurityWords } from './audit-words.ts';
import { namesAddressGroups } from '#modules/address-groups/server/public.ts';
import { pageMarksOf } from '#modules/conversion/server/public.ts';
import { roleConfigOf } from '#modules/devices/server/public.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { encryptionRoutes, fileEncryptionKind } from './encryption.ts';
import { fileSecurityLogs } from './log/log-kinds.ts';
import { watchBursts } from './log/bursts.ts';
import { logExportRoutes, printExportJob, screenshotExportJob } from './log/log-exports.ts';
import { logRoutes } from './log/log.routes.ts';
import { configFor } from './role/config.ts';
import { deviceConfigOf } from './role/device-config.ts';
import { mdmGifts } from './role/role.kind.ts';
import { mdmRoles } from './role/role.routes.ts';
import { fileSecurityEpoch, fileSecurityPart } from './rule/changes.ts';
import { fileStep } from './send-step.ts';
import { draftRoutes } from './set/draft.ts';
import { fileRules } from './set/file-rules.ts';
import { outerNetKind, outerNetRoutes } from './set/outer-net.ts';
import { fileRuleSetKind } from './set/rule-set.kind.ts';
import { setRoutes } from './set/sets.ts';
import { sendUsers } from './set/send-users.ts';
import { simulateRoutes } from './set/simulate.ts';
import { fileTests } from './set/tests.ts';
import { whiteUsers } from './set/white-users.ts';
import { fileSettings } from './settings.ts';
import { fileClientRoutes } from './terminal/client.routes.ts';
import { markFor } from './terminal/content.ts';
import { fileWarnings } from './warnings.ts';
import { closePrints } from './terminal/reports.ts';
import { markPicture } from './watermark/draw.ts';

// A group of addresses that a rule names, in the draft or in force, is not deleted.
namesAddressGroups(async (db, ids) => {
  const { rows } = await sql<{ groupId: string; kind: string; id: string; name: string }>`with named as (
      select id::text as id, name, in_groups || not_in_groups as groups from file_rule
      union select rule ->> 'id', rule ->> 'name', coalesce(rule -> 'inGroups', '[]') || coalesce(rule -> 'notInGroups', '[]')
        from (select content from file_rule_set order by number desc limit 1) as published, jsonb_array_elements(content -> 'rules') as rule)
    select distinct g.id as "groupId", 'fileRule' as kind, r.id, r.name from named r join unnest(${[...ids]}::uuid[]) as g(id) on r.groups ? g.id::text`.execute(
    db,
  );
  return rows;
});

/** Which file actions are allowed to whom, where and with which files; device roles; logs of prints and screenshots. */
export const fileSecurityModule: ServerModule = {
  name: 'file-security',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: fileSecurityPages,
  clientRoutes: fileClientRoutes,
  clientEpoch: fileSecurityEpoch,
  clientPart: fileSecurityPart,
  logKinds: fileSecurityLogs,
  tick: inTurn(closePrints, watchBursts),
  warningKinds: fileWarnings,
  start: async (services) => {
    // What device roles say of binding, unbinding and unlocking is obeyed by the devices.
    sendStepsOf(services).add(fileStep);
    pageMarksOf(services).draw = async (call, { bytes, ref }) => (await markPicture(bytes, await markFor(call, ref))).bytes;
    roleConfigOf(services).read = async (db, employeeId) => deviceConfigOf((await configFor(db, employeeId, services.now())).groups);
  },
  demo: async () => (await import('./demo/files-demo.ts')).filesDemo,
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(fileRules, sendUsers, whiteUsers, fileTests, fileSettings, {
    routes: [
      ...mdmRoles.routes,
      ...outerNetRoutes,
      ...draftRoutes,
      ...simulateRoutes,
      ...logRoutes,
      ...logExportRoutes,
      ...encryptionRoutes,
      ...setRoutes,
    ],
    kinds: [mdmGifts.kind, outerNetKind, fileRuleSetKind, fileEncryptionKind],
    words: [fileSecurityWords],
    jobs: [...mdmRoles.jobs, printExportJob, screenshotExportJob],
  }),
};
