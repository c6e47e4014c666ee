import path from 'node:path';
import type { ServerModule } from '#kit/server/module.ts';
import { inTurn } from '#kit/server/per-product.ts';
import { local } from '#kit/server/warning/warning-kind.ts';
import { warningPages } from '../common/permissions.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { warningAreas } from './config-areas.ts';
import { warningDepartmentUses } from './department-uses.ts';
import { warningWords } from './audit-words.ts';
import { warningMails } from './mail-templates.ts';
import { noticePersonKind } from './notice-person.kind.ts';
import { sweepWarnings, warningRound } from './round/warning-round.ts';
import { warningRuleKind } from './rule.kind.ts';
import { seedRules } from './rule.service.ts';
import { silenceKind } from './silence.kind.ts';
import { warningRoutes } from './warning.routes.ts';
import { noticePersonRadar } from './notice-person.radar.ts';
import { warningLogs } from './warning.logs.ts';
import { warningHoldings } from './warning.holdings.ts';

/** What is wrong now, who is told of it, and by which way. */
export const warningsModule: ServerModule = {
  name: 'warnings',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: warningPages,
  routes: warningRoutes,
  kinds: [warningRuleKind, noticePersonKind, silenceKind],
  departmentUses: warningDepartmentUses,
  words: [warningWords],
  mailTemplates: warningMails,
  warningKinds: [
    {
      kind: 'warning.channel',
      title: local('通知渠道失败', 'A notice channel fails', '通知チャネルの失敗'),
      sentence: local(
        '无法通过 {channel} 通知 {name}：{answer}',
        'Notices to {name} by {channel} fail: {answer}',
        '{channel} による {name} への通知に失敗しています：{answer}',
      ),
      severity: 'error',
      facts: { channel: { label: local('渠道', 'Channel', 'チャネル') }, answer: { label: local('应答', 'Answer', '応答') } },
      link: ({ id }) => `/sys_warning_manager?tab=persons&id=${id.split(':')[0]}`,
    },
  ],
  configAreas: warningAreas,
  demo: async () => (await import('./demo/warnings-demo.ts')).warningsDemo,
  logKinds: warningLogs,
  radarKinds: noticePersonRadar,
  holdings: warningHoldings,
  catalogs: { zh_CN, en_US, ja_JP },
  start: seedRules,
  tick: inTurn(warningRound, sweepWarnings),
};
