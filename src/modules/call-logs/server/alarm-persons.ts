import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { moduleNoticePersons, setModuleNoticePersons } from '#modules/warnings/server/public.ts';
import type { alarmPersonList, alarmPersonSave } from '../common/alarm.contract.ts';

/** Modules whose warnings concern interfaces. */
const integration = ['call-logs', 'access', 'gateway', 'conversion', 'open-api', 'connect'] as const;

/** Notice persons, and who of them is told. */
export const listAlarmPersons = async (call: Call): Promise<Reply<typeof alarmPersonList>> => ({
  list: await moduleNoticePersons(call.db, integration),
});

/** Chooses who is told. */
export const saveAlarmPersons = (call: Call, { ids }: Parsed<typeof alarmPersonSave>): Promise<{ count: number }> =>
  call.write(async (tx) => ({ count: await setModuleNoticePersons(tx, call.caller, integration, ids) }));
