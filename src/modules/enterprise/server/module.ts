import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { limitClientRoutes } from './client.routes.ts';
import { enterprisePages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { limitCrowdUses } from './crowd-uses.ts';
import { limitDepartmentUses } from './department-uses.ts';
import { enterpriseWords } from './audit-words.ts';
import { limitAreas } from './config-areas.ts';
import { fileRuleKind } from './file-rule.kind.ts';
import { fileRuleReview } from './file-rule.review.ts';
import { fileRuleJobs, fileRuleRoutes } from './file-rule.routes.ts';
import { fileWhiteKind } from './file-white.kind.ts';
import { limitEpoch, limitPart } from './limits/limit-changes.ts';
import { segmentNames } from './limits/network-names.ts';
import { limitsOf } from './limits/open-limits.ts';
import { memberLimitKind } from './member-limit.kind.ts';
import { memberLimitRoutes } from './member-limit.routes.ts';
import { segmentChecks } from './segment-check.ts';
import { segmentLimits } from './segment-limit.ts';
import { simulateRoutes } from './simulate.ts';
import { fileWhiteRadar } from './file-white.radar.ts';
import { enterpriseHoldings } from './enterprise.holdings.ts';

/** The enterprise's own rules: from where files and messages go, whose files, and who has to do with whom. */
export const enterpriseModule: ServerModule = {
  name: 'enterprise',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: enterprisePages,
  clientRoutes: limitClientRoutes,
  clientEpoch: limitEpoch,
  clientPart: limitPart,
  configAreas: limitAreas,
  demo: async () => (await import('./demo/enterprise-demo.ts')).enterpriseDemo,
  tick: (services) => limitsOf(services).writeHits(),
  networkNames: segmentNames,
  reviewedAreas: [fileRuleReview],
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(segmentLimits, {
    routes: [...segmentChecks, ...memberLimitRoutes, ...fileRuleRoutes, ...simulateRoutes],
    kinds: [memberLimitKind, fileRuleKind, fileWhiteKind],
    words: [enterpriseWords],
    jobs: fileRuleJobs,
    departmentUses: limitDepartmentUses,
    crowdUses: limitCrowdUses,
    radarKinds: fileWhiteRadar,
    holdings: enterpriseHoldings,
  }),
};
