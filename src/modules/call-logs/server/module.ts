import path from 'node:path';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import { handle } from '#kit/server/handle.ts';
import { inTurn } from '#kit/server/per-product.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { alarmPersonList, alarmPersonSave, alarmRuleMute } from '../common/alarm.contract.ts';
import { callExport } from '../common/call-export.contract.ts';
import { callGet, callList, callTail, callUnmask } from '../common/call.contract.ts';
import { callLogPages } from '../common/permissions.ts';
import { callTargets, statCompare, statExport, statOverview, statReport, statSeries, statTop } from '../common/stat.contract.ts';
import { en_US } from '../locales/en_US.ts';
import { ja_JP } from '../locales/ja_JP.ts';
import { zh_CN } from '../locales/zh_CN.ts';
import { alarmKinds } from './alarm-kinds.ts';
import { listAlarmPersons, saveAlarmPersons } from './alarm-persons.ts';
import { alarmRules, muteRules } from './alarm-rule.ts';
import { watchAlarms } from './alarm-watch.ts';
import { callLogWords } from './audit-words.ts';
import { getCall, unmaskCall } from './call.detail.ts';
import { callLogKinds } from './call.logs.ts';
import { listCalls } from './call.query.ts';
import { tailCalls } from './call.tail.ts';
import { tickCalls } from './call.upkeep.ts';
import { begin, callExportJob, statExportJob } from './exports.ts';
import { report } from './report.ts';
import { overview, series, targets, top } from './stat.service.ts';
import { compare } from './stat.compare.ts';
import { flushCalls } from './call-writer.ts';

/** What was called: the log of calls and their figures. */
export const callLogsModule: ServerModule = {
  name: 'call-logs',
  migrations: path.join(import.meta.dirname, 'migrations'),
  resources: callLogPages,
  logKinds: callLogKinds,
  warningKinds: alarmKinds,
  tick: inTurn(tickCalls, watchAlarms),
  // Before the stores close, what waits is written.
  work: (services) => ({ stop: () => flushCalls(services) }),
  catalogs: { zh_CN, en_US, ja_JP },
  ...moduleParts(alarmRules, {
    routes: [
      handle(callList, listCalls),
      handle(callGet, getCall),
      handle(callUnmask, unmaskCall),
      handle(callTail, tailCalls),
      handle(callExport, begin(callExportJob)),
      handle(callTargets, targets),
      handle(statOverview, overview),
      handle(statSeries, series),
      handle(statTop, top),
      handle(statCompare, compare),
      handle(statExport, begin(statExportJob)),
      handle(statReport, report),
      handle(alarmRuleMute, muteRules),
      handle(alarmPersonList, listAlarmPersons),
      handle(alarmPersonSave, saveAlarmPersons),
    ],
    words: [callLogWords],
    jobs: [callExportJob, statExportJob],
  }),
};
