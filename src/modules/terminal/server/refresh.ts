import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import type { ClientCall } from '#kit/server/client/handle-client.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { SignInReason } from '#kit/common/session/sign-in-facts.ts';
import { kindOfWay } from '#kit/server/session/way-kind.ts';
import type { clientRefresh } from '../common/auth.contract.ts';
import { foundOr, houseOf } from './gate.ts';
import { endReasonOnce, type NoSession } from './open-terminal-sessions.ts';
import { terminalPolicy } from './policy.ts';
import { notifyReuse } from './reuse.ts';
import { deviceOf } from './sign-in.ts';
import type { TerminalSessionTable } from './terminal.table.ts';
import { nextPair, sessionIdOf, tokenHash } from './tokens.ts';

type Reply = ClientReply<typeof clientRefresh>;
type Input = ClientInput<typeof clientRefresh>;
type Row = Selectable<TerminalSessionTable>;
/** A renewal, or why there is none: told after the commit, for an end must hold. */
type Renewal = Reply | NoSession | { answer: 18030 };

/** An answer that was lost may be asked for again for so long. */
const repeatMillis = 60_000;

/**
 * Renews the tokens of a session: unused → used, and a new pair. The same call again within a minute gets the same pair; any other refresh
 * token of the session than its current one ends it, for two hold it.
 */
export async function refreshSession(call: ClientCall, input: Input): Promise<Reply> {
  const id = sessionIdOf(input.refreshToken);
  if (id === undefined) throw new Refusal(65001);
  const renewal = await call.write((tx) => renew(tx, call, id, input));
  if ('answer' in renewal) throw new Refusal(renewal.answer);
  return foundOr<Reply>(renewal);
}

async function renew(tx: Tx, call: ClientCall, id: string, input: Input): Promise<Renewal> {
  const { services, terminal } = call;
  const row = await tx.selectFrom('terminal_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return { refused: 65001 };
  // A token without its key opens nothing, and tells nothing.
  if (row.key_thumbprint !== terminal.thumbprint || row.install_id !== terminal.installId) {
    await writeRefused(tx, call, row, 'deviceRefused');
    return { answer: 18030 };
  }
  if (row.ended_by !== null) return endReasonOnce(tx, id, row.ended_by);
  const now = services.now();
  const hash = tokenHash(input.refreshToken);
  if (!hash.equals(row.refresh_hash)) return repeated(tx, call, row, { input, hash });
  if (now > row.refresh_until) return end(tx, call, row, 'idle');
  const person = await services.directory.byUid(tx, row.employee_id);
  if (!person?.mayEnter) {
    await writeRefused(tx, call, row, 'disabled');
    return end(tx, call, row, 'disabled');
  }
  const salt = randomBytes(32);
  const pair = nextPair(services.secrets, id, { ...input, salt });
  const { accessMinutes, refreshDays } = await terminalPolicy(tx);
  const accessUntil = now + accessMinutes * 60_000;
  await tx
    .updateTable('terminal_session')
    .set({
      access_hash: tokenHash(pair.accessToken),
      access_until: accessUntil,
      refresh_hash: tokenHash(pair.refreshToken),
      refresh_until: Math.min(row.whole_until, now + refreshDays * 86_400_000),
      used_hash: hash,
      used_at: now,
      used_request: tokenHash(input.requestId),
      used_salt: salt,
      last_at: now,
      address: call.caller.address,
      build_no: terminal.buildNo,
    })
    .where('id', '=', id)
    .execute();
  houseOf(call).sessions.renewed();
  return { ...pair, expiresAt: accessUntil, stage: row.stage };
}

/** A token that is not the current one: the answer that was lost, or a second holder. */
async function repeated(tx: Tx, call: ClientCall, row: Row, { input, hash }: { input: Input; hash: Buffer }): Promise<Renewal> {
  const { services } = call;
  const now = services.now();
  const isSame =
    row.used_hash?.equals(hash) && row.used_request?.equals(tokenHash(input.requestId)) && now - (row.used_at ?? 0) <= repeatMillis;
  if (isSame && row.used_salt)
    return { ...nextPair(services.secrets, row.id, { ...input, salt: row.used_salt }), expiresAt: row.access_until, stage: row.stage };
  await writeRefused(tx, call, row, 'deviceRefused');
  await notifyReuse(tx, call, row.employee_id);
  return end(tx, call, row, 'reuse');
}

async function end(tx: Tx, call: ClientCall, row: Row, reason: 'idle' | 'disabled' | 'reuse'): Promise<NoSession> {
  await houseOf(call).sessions.end(tx, { uid: row.employee_id, ids: [row.id] }, reason);
  return { refused: 65003, reason };
}

async function writeRefused(tx: Tx, call: ClientCall, row: Row, reason: SignInReason): Promise<void> {
  const { services, caller, terminal } = call;
  const person = await services.directory.byUid(tx, row.employee_id);
  await services.signInLog.write(tx, {
    side: 'client',
    event: 'refuse',
    reason,
    kind: await kindOfWay(services, tx, row.way),
    ...(person && { account: person.account, person }),
    sessionId: row.id,
    address: caller.address,
    userAgent: caller.userAgent,
    device: deviceOf(terminal),
  });
}
