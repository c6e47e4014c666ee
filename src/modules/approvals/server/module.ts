import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { approvalPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { approvalCrowdUses } from './crowd-uses.ts';
import { approvalAreas } from './config-areas.ts';
import { approvalWords } from './audit-words.ts';
import { approvalsRadar } from './approvals.radar.ts';
import { approvals } from './hold.ts';
import { approvalMails } from './mail-templates.ts';
import { policyKind } from './policy.kind.ts';
import { policyRoutes } from './policy.routes.ts';
import { requestRoutes } from './request.routes.ts';
import { requestRunJob } from './request.run.ts';
import { settle } from './upkeep.ts';
import { approvalWarnings } from './warning-kinds.ts';
import { approverHoldings } from './approver.holdings.ts';
import { delegationHoldings } from './delegation.holdings.ts';

/** Risky changes that wait until others agree, and then run by themselves. */
export const approvalsModule: ServerModule = {
  name: 'approvals',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: approvalPages,
  routes: [...requestRoutes, ...policyRoutes],
  kinds: [policyKind],
  jobs: [requestRunJob],
  approvals,
  warningKinds: approvalWarnings,
  radarKinds: approvalsRadar,
  mailTemplates: approvalMails,
  words: [approvalWords],
  tick: settle,
  configAreas: approvalAreas,
  crowdUses: approvalCrowdUses,
  demo: async () => (await import('./demo/approvals-demo.ts')).approvalsDemo,
  holdings: [...delegationHoldings, ...approverHoldings],
  catalogs: { zh_CN, en_US, ja_JP },
};
