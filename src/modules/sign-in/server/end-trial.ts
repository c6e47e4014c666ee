import type { Call } from '#kit/server/handle.ts';
import type { TestReport } from '../common/auth-setting.contract.ts';
import { AnswerRefused } from './answer-refused.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import { failureOf } from './failure.ts';
import { identify } from './identify.ts';
import type { Identity } from './redirect-way.ts';
import { keepTest } from './setting-tests.ts';
import { traced } from './trace.ts';

/** The end of trying a setting out: what the other system said and who that is here is kept as its test; nobody is signed in. */
export async function endTrial(
  call: Call,
  trial: { row: AuthSettingTable; uid: string; identity: () => Promise<Identity> },
): Promise<void> {
  const { db, services, caller } = call;
  const { row, uid } = trial;
  const text = (key: string): string => services.texts.text(caller.language, 'sign-in', key);
  const report: TestReport = { ok: false, steps: [], attributes: [], person: null, failure: null, tryOut: null };
  const trace = traced(report.steps, (reason) => text(`failure.${reason}`));
  try {
    const { attributes } = await trace('attributes', row.code, trial.identity);
    await identify({ db, directory: services.directory, match: row.match, trace }, attributes, report);
  } catch (error) {
    const refused = error instanceof AnswerRefused ? error : undefined;
    report.failure = refused ? text(`answer.${refused.reason}`) : text(`failure.${failureOf(error).reason}`);
  }
  await keepTest(db, row, { report, at: services.now(), uid });
}
