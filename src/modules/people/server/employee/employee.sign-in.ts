import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Tx } from '#kit/server/directory.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, outOfRange, Refusal, wrongState } from '#kit/server/refusal.ts';
import type { Credentials } from '#kit/server/services.ts';
import type { employeePassword, employeeSignIn } from '../../common/employee.contract.ts';
import { assertNotSuperior } from './administrators.ts';
import { endSessions } from '../effects.ts';
import { employeeKind } from './employee.kind.ts';
import { assertVisible, getEmployee } from './employee.query.ts';
import { peopleSettings } from '../setting/setting.ts';
import { mailPassword, oneTimePassword, passwordKeeper } from '../passwords.ts';

function credentialsOf({ services }: Call): Credentials {
  if (!services.credentials) throw new Refusal(code.unavailable);
  return services.credentials;
}

/** How somebody's sign-in stands. Refuses with 10404 or 10910. */
export async function signInOf(call: Call, id: string): Promise<Reply<typeof employeeSignIn>> {
  const { account, writable } = await getEmployee(call.db, call.caller, id);
  if (!writable) throw outOfRange();
  return credentialsOf(call).look(call.db, { uid: id, account });
}

/** Gives somebody a new password and ends the sessions in the same transaction. A one-time one is answered, once, or sent to them. Refuses with 10910, 10412 for who left, 12021, 12027, 10400 at `password`, `mail` or `mode`. */
export async function setEmployeePassword(call: Call, input: Parsed<typeof employeePassword>): Promise<Reply<typeof employeePassword>> {
  const credentials = credentialsOf(call);
  if (input.mode === 'set' && input.password === undefined)
    throw new InvalidInput([{ path: 'password', namespace: 'kit', key: 'issue.missing' }]);
  const isMade = input.mode !== 'set';
  const byMail = input.mode === 'link' || (input.mode === 'oneTime' && input.mail);
  if (input.mode === 'link' && call.services.settings.publicUrl === undefined)
    throw new InvalidInput([{ path: 'mode', namespace: 'user-centre', key: 'issue.noPublicUrl' }]);
  const text = isMade ? oneTimePassword() : input.password!;
  await call.write(async (tx) => {
    const [status] = await assertWritable(tx, call.caller, [input.id]);
    // Who left signs in nowhere; on their return they get a new one.
    if (status === 'left') throw wrongState('left');
    await assertNotSuperior(tx, call.caller, [input.id], false);
    const keeper = await passwordKeeper(tx, input.id);
    if (keeper !== undefined) throw new Refusal(12021, { name: keeper });
    const linkEndsAt = input.mode === 'link' ? call.services.now() + (await peopleSettings.read(tx)).linkHours * 3_600_000 : undefined;
    const ends = linkEndsAt !== undefined && { endsAt: linkEndsAt };
    await credentials.setPassword(tx, input.id, { text, mustChange: isMade || input.mustChange, ...ends });
    await endSessions(tx, [input.id], 'password');
    const letter = { id: input.id, password: text, ...(linkEndsAt !== undefined && { linkEndsAt }) };
    if (byMail && !(await mailPassword(tx, call.services, letter)))
      throw new InvalidInput([{ path: 'mail', namespace: 'user-centre', key: 'issue.noAddress' }]);
    call.caller.note({ mode: input.mode === 'oneTime' && byMail ? 'mail' : input.mode });
  });
  return { password: isMade && !byMail ? text : null };
}

/** Lifts the lock of accounts; answers how many were locked. Refuses with 10910, 12027. */
export async function unlockEmployees(tx: Tx, call: Call, ids: readonly string[]): Promise<number> {
  await assertWritable(tx, call.caller, ids);
  await assertNotSuperior(tx, call.caller, ids, false);
  return credentialsOf(call).unlock(tx, ids);
}

/** Signs people out everywhere. Refuses with 10910, 12027. */
export async function endEmployeeSessions(tx: Tx, caller: Caller, ids: readonly string[]): Promise<number> {
  await assertWritable(tx, caller, ids);
  await assertNotSuperior(tx, caller, ids, false);
  await endSessions(tx, ids, 'administrator');
  return ids.length;
}

/** What belongs to the person, not to an assignment: only for who looks after the primary department. Answers their status. */
async function assertWritable(tx: Tx, caller: Caller, ids: readonly string[]): Promise<string[]> {
  const range = caller.scope();
  await assertVisible(tx, range, ids);
  const states = [...(await employeeKind.read(tx, ids, false)).values()];
  const operations = states.map(({ id, name, path, version }) => ({
    action: 'change' as const,
    id,
    name,
    path,
    before: {},
    after: {},
    version,
  }));
  if ((await employeeKind.outside(tx, range, operations)).size > 0) throw outOfRange();
  for (const { id, name } of states) caller.touch({ kind: 'employee', id, name });
  return states.map(({ fields }) => String(fields['status']));
}
