import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, notFound, outOfRange, Refusal } from '#kit/server/refusal.ts';
import { sql } from 'kysely';
import { blockAddress } from '#modules/sign-in/server/public.ts';
import { mostBlockDays, type loginBlockAddress, type loginEndSession, type loginUnlock } from '../common/login-log.contract.ts';

/** Ends one session of somebody in range. */
export async function endOneSession(call: Call, { sessionId, reason }: Parsed<typeof loginEndSession>): Promise<null> {
  const { caller, services } = call;
  return call.write(async (tx) => {
    const { rows: own } = await sql<{ uid: string }>`select uid from session where id::text = ${sessionId} and ended_at is null`.execute(
      tx,
    );
    const ofTerminal = own[0] ? undefined : await services.terminals?.holderOf(tx, sessionId);
    const { rows } = await sql<{ uid: string }>`select uid from unnest(${[own[0]?.uid ?? ofTerminal ?? null]}::uuid[]) as held(uid)
      where ${services.directory.employeeInRange(caller.scope(), 'held.uid')} and uid is not null`.execute(tx);
    const [session] = rows;
    if (!session) throw caller.scope().all ? notFound() : outOfRange();
    const person = await services.directory.byUid(tx, session.uid);
    caller.touch({ kind: 'employee', id: session.uid, name: person?.name ?? session.uid });
    caller.note({ session: sessionId, ...(reason !== undefined && { reason }) });
    if (ofTerminal === undefined) await services.sessions.end(tx, session.uid, [sessionId], 'administrator');
    else await services.terminals?.end(tx, session.uid, [sessionId]);
    return null;
  });
}

/** Lifts the lock of somebody in range; answers whether there was one. */
export async function unlockPerson(call: Call, { uid, reason }: Parsed<typeof loginUnlock>): Promise<{ count: number }> {
  const { caller, services } = call;
  const { credentials } = services;
  if (!credentials) throw new Refusal(code.unavailable);
  return call.write(async (tx) => {
    const { rows } =
      await sql`select from (select ${uid}::uuid as id) as asked where ${services.directory.employeeInRange(caller.scope(), 'asked.id')}`.execute(
        tx,
      );
    const person = await services.directory.byUid(tx, uid);
    if (rows.length === 0 || !person) throw caller.scope().all ? notFound() : outOfRange();
    caller.touch({ kind: 'employee', id: uid, name: person.name });
    if (reason !== undefined) caller.note({ reason });
    return { count: await credentials.unlock(tx, [uid]) };
  });
}

const dayMillis = 86_400_000;

/** Keeps an address out of the console for some time, under the guard of the sign-in policy. */
export async function blockOneAddress(call: Call, input: Parsed<typeof loginBlockAddress>): Promise<Reply<typeof loginBlockAddress>> {
  const { caller, services } = call;
  const now = services.now();
  if (input.until <= now || input.until > now + mostBlockDays * dayMillis)
    throw new InvalidInput([{ path: 'until', namespace: 'logs', key: 'issue.blockUntil', params: { n: mostBlockDays } }]);
  caller.note({ address: input.address, until: new Date(input.until).toISOString(), reason: input.reason });
  return call.write(async (tx) => {
    const guard = await blockAddress(tx, call, input);
    return { guardId: guard?.guardId ?? null, confirmBefore: guard?.confirmBefore ?? null };
  });
}
