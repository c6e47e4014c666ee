import type { Parsed } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, wrongState } from '#kit/server/refusal.ts';
import type { AuthConfig, AuthKind, AuthMatch } from '../common/auth-config.ts';
import type { authSettingTest, TestReport } from '../common/auth-setting.contract.ts';
import type { AuthSettingTable } from './auth-setting/auth-setting.table.ts';
import { assertSecretStays, configOf, givenParts, secretPlace } from './auth-setting/auth-setting.service.ts';
import { configIssues } from './config-issues.ts';
import { failureOf, WayFailure } from './failure.ts';
import { identify } from './identify.ts';
import { keepTest } from './setting-tests.ts';
import type { OpenSetting } from './redirect-way.ts';
import { redirectWays } from './redirect-ways.ts';
import { tryAddress } from './try-word.ts';
import { traced, type Trace } from './trace.ts';

type Input = Parsed<typeof authSettingTest>;

/** What is tried: something stored, something entered, or something stored with entered changes. */
interface Subject {
  kind: AuthKind;
  config: AuthConfig;
  secret: string | null;
  match: AuthMatch;
  /** The stored setting, where it is tried as it is. */
  stored: AuthSettingTable | undefined;
}

/** Tries a setting step by step. A good test with an account, of what is stored, is kept: it allows to enable. */
export async function testSetting(call: Call, input: Input): Promise<TestReport> {
  const subject = await subjectOf(call, input);
  const steps: TestReport['steps'] = [];
  const reasonText = (reason: string): string => call.services.texts.text(call.caller.language, 'sign-in', `failure.${reason}`);
  const trace = traced(steps, reasonText);
  const report: TestReport = { ok: false, steps, attributes: [], person: null, failure: null, tryOut: null };
  try {
    if (subject.kind === 'ldap' || subject.kind === 'ad') await tryLdap({ call, input, subject, trace, report });
    const away = await redirectWays[subject.kind]?.();
    await away?.test(call.services, openOf(subject), trace);
    if (away && subject.stored) report.tryOut = tryAddress(call, subject.stored);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.reason === 'protocol') call.request.log.warn({ err: error }, 'A test of a sign-in setting failed');
    report.failure = reasonText(failure.reason);
  }
  if (subject.stored && input.account !== undefined)
    await keepTest(call.db, subject.stored, { report, at: call.services.now(), uid: call.caller.uid });
  return report;
}

async function subjectOf({ db, services, caller }: Call, { id, draft = {} }: Input): Promise<Subject> {
  const row = id === undefined ? undefined : await db.selectFrom('auth_setting').selectAll().where('id', '=', id).executeTakeFirst();
  if (id !== undefined && !row) throw notFound();
  if (row) caller.touch({ kind: 'authSetting', id: row.id, name: row.name.zh_CN });
  const kind = row?.kind ?? draft.kind;
  const match = draft.match ?? row?.match;
  if (kind === 'local') throw wrongState('local');
  if (!kind || !match) throw new InvalidInput([{ path: kind ? 'draft.match' : 'draft.kind', namespace: 'kit', key: 'issue.missing' }]);
  const entered = givenParts(draft);
  const config = entered ? configOf(kind, entered) : row?.config;
  if (!config) throw new InvalidInput([{ path: 'draft', namespace: 'kit', key: 'issue.missing' }]);
  if (row) assertSecretStays(row, config, draft.secret);
  const issues = await configIssues(config);
  if (issues.length > 0) throw new InvalidInput(issues.map((issue) => ({ ...issue, path: `draft.${issue.path}` })));
  const stored = row?.secret ? services.secrets.open(row.secret, secretPlace(row.id)) : null;
  return { kind, config, match, secret: draft.secret ?? stored, stored: Object.keys(draft).length === 0 ? row : undefined };
}

interface Trying {
  call: Call;
  input: Input;
  subject: Subject;
  trace: Trace;
  report: TestReport;
}

async function tryLdap({ call, input, subject, trace, report }: Trying): Promise<void> {
  const { account, password } = input;
  const { config } = subject;
  if (!('connection' in config)) return;
  const { askLdap } = await import('./ldap/look-up.ts');
  const answer = await askLdap(call.services.outbound, {
    config,
    secret: subject.secret,
    account: account ?? '*',
    password: account === undefined ? undefined : (password ?? ''),
    attributes: ['*'],
    trace,
  });
  // Without an account only the way to the directory was tried: nobody was looked for.
  if (account === undefined) return void (report.ok = true);
  if (answer.outcome !== 'ok') throw new WayFailure(answer.outcome);
  await identify({ db: call.db, directory: call.services.directory, match: subject.match, trace }, answer.attributes, report);
}

/** What is tried in the shape of a stored setting. */
function openOf({ kind, config, secret, match, stored }: Subject): OpenSetting {
  const setting = { kind, config, match, code: stored?.code ?? '', assurance: stored?.assurance ?? [] };
  return { setting, secret, callback: '' };
}
