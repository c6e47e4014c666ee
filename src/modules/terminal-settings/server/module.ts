import path from 'node:path';
import { fileColumn } from '#kit/server/files/sealed-files.ts';
import type { ServerModule } from '#kit/server/module.ts';
import type { Services } from '#kit/server/services.ts';
import { terminalSettingsPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { terminalSettingsEpoch, terminalSettingsParts } from './client-epoch.ts';
import { terminalClientRoutes } from './client.routes.ts';
import { terminalSettingsWords } from './audit-words.ts';
import { terminalDepartmentUses } from './department-uses.ts';
import { encryptionKeyKind, encryptionSettingKind } from './keys/encryption.kinds.ts';
import { encryptionRoutes } from './keys/encryption.routes.ts';
import { seedKeys } from './keys/encryption.service.ts';
import { activateReady, keyWarnings, watchKeys } from './keys/encryption.watch.ts';
import { openKeyring } from './keys/keyring.ts';
import { moveJob } from './keys/move.job.ts';
import { openNavCheck } from './nav/nav.check.ts';
import { navKind } from './nav/nav.kind.ts';
import { navRoutes } from './nav/nav.routes.ts';
import { seedNav } from './nav/nav.service.ts';
import { phoneExportJob } from './phone/phone.export.job.ts';
import { phoneSettingKind } from './phone/phone.kind.ts';
import { phoneRoutes } from './phone/phone.routes.ts';
import { seedPhone } from './phone/phone.service.ts';
import { remindJob } from './phone/remind.job.ts';
import { remindMail } from './phone/remind.mail.ts';
import { expireSubmissions } from './phone/submit.ts';
import { keyRadar } from './keys/encryption.radar.ts';
import { terminalCrowdUses } from './crowd-uses.ts';
import { terminalAreas } from './terminal.config.ts';
import { smsGatewayKind } from './sms/gateway.kind.ts';
import { gatewayRoutes } from './sms/gateway.routes.ts';
import { seedGateway } from './sms/gateway.service.ts';
import { forgetSms, sendDue, smsColumn } from './sms/send.ts';

const lookMillis = 60_000;
/** How long a round seals what was kept in the clear before. */
const sealMillis = 2_000;

async function sealOld({ files }: Pick<Services, 'files'>): Promise<void> {
  const begun = performance.now();
  while (((await files.sealSome?.()) ?? 0) > 0 && performance.now() - begun < sealMillis);
}

const last = { looked: -Infinity };

/** What holds for terminals: keys, navigation, and the numbers that people are asked for. */
export const terminalSettingsModule: ServerModule = {
  name: 'terminal-settings',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: terminalSettingsPages,
  routes: [...encryptionRoutes, ...navRoutes, ...phoneRoutes, ...gatewayRoutes],
  clientRoutes: terminalClientRoutes,
  clientEpoch: terminalSettingsEpoch,
  clientPart: terminalSettingsParts,
  kinds: [encryptionSettingKind, encryptionKeyKind, navKind, phoneSettingKind, smsGatewayKind],
  departmentUses: terminalDepartmentUses,
  jobs: [moveJob, phoneExportJob, remindJob],
  mailTemplates: [remindMail],
  keyedColumns: [smsColumn, fileColumn],
  keyring: openKeyring,
  warningKinds: keyWarnings,
  words: [terminalSettingsWords],
  configAreas: terminalAreas,
  crowdUses: terminalCrowdUses,
  demo: async () => (await import('./demo/terminal-demo.ts')).terminalDemo,
  radarKinds: keyRadar,
  catalogs: { zh_CN, en_US, ja_JP },
  start: async (services) => {
    const { db } = services.database;
    openNavCheck(services);
    await seedKeys(services);
    await seedNav(db, services.now());
    await seedPhone(db, services.now());
    await seedGateway(db, services.now());
  },
  tick: async (services) => {
    await sendDue(services);
    await sealOld(services);
    const now = performance.now();
    if (now - last.looked < lookMillis) return;
    last.looked = now;
    await activateReady(services);
    await watchKeys(services);
    await expireSubmissions(services.database.db, services.now());
    await forgetSms(services.database.db, services.now());
  },
};
