import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import * as contract from '../common/other-ways.contract.ts';
import { terminalPolicy } from './policy.ts';
import './terminal.table.ts';

/** A code is shown so long. */
const qrMillis = 120_000;
const lookMillis = 500;

/** What is kept of a code. */
export const qrHash = (code: string): Buffer => createHash('sha256').update(code).digest();

/** Codes that a terminal shows and a phone scans. */
export const qrRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.qrBegin, begin),
  handleClient(contract.qrState, stateOf),
  handleClient(contract.qrScan, scan),
  handleClient(contract.qrConfirm, confirm),
  handleClient(contract.qrReject, async (call, { code }) => {
    await decided(call, code, 'rejected');
    return null;
  }),
];

async function begin({ services, db, terminal, caller, request }: ClientCall): Promise<ClientReply<typeof contract.qrBegin>> {
  if (!(await terminalPolicy(db)).qrLogin) throw new Refusal(23011);
  const code = randomBytes(24).toString('base64url');
  const number = String(randomInt(10, 100));
  const now = services.now();
  const until = now + qrMillis;
  await db.deleteFrom('terminal_qr').where('until', '<', now).execute();
  await db
    .insertInto('terminal_qr')
    .values({
      code_hash: qrHash(code),
      number,
      platform: terminal.platform,
      install_id: terminal.installId,
      key_thumbprint: terminal.thumbprint ?? '',
      address: caller.address,
      employee_id: null,
      way: null,
      factor: null,
      until,
    })
    .execute();
  const origin = services.settings.publicUrl ?? `${request.protocol}://${request.host}`;
  return { code, text: `${new URL(origin).origin}/q#${code}`, number, until };
}

/** The code of this very terminal; whatever else is asked for has ended. */
async function stateOf(
  call: ClientCall,
  { code, wait, known }: ClientInput<typeof contract.qrState>,
): Promise<ClientReply<typeof contract.qrState>> {
  const { db, services, terminal, request } = call;
  const until = performance.now() + wait * 1000;
  let isOver = wait === 0;
  // A node that stops lets nobody wait.
  const end = services.live.listen('', { news: () => undefined, ended: () => (isOver = true) });
  try {
    for (;;) {
      const row = await db
        .selectFrom('terminal_qr')
        .select('state')
        .where('code_hash', '=', qrHash(code))
        .where('key_thumbprint', '=', terminal.thumbprint ?? '')
        .where('until', '>', services.now())
        .executeTakeFirst();
      const state = row?.state ?? 'ended';
      if (state !== known || isOver || performance.now() >= until || request.raw.destroyed) return { state };
      await new Promise((resolve) => setTimeout(resolve, lookMillis));
    }
  } finally {
    end();
  }
}

async function scan(call: ClientCall, { code }: ClientInput<typeof contract.qrScan>): Promise<ClientReply<typeof contract.qrScan>> {
  const { db, services, caller } = call;
  const { way, factor } = sessionOf(call);
  const found = await db
    .updateTable('terminal_qr')
    .set({ state: 'scanned', employee_id: caller.uid, way, factor })
    .where('code_hash', '=', qrHash(code))
    .where('until', '>', services.now())
    .where((is) => is.or([is('state', '=', 'waiting'), is.and([is('state', '=', 'scanned'), is('employee_id', '=', caller.uid)])]))
    .returning(['platform', 'address', 'until'])
    .executeTakeFirst();
  return found ?? refuse(call, code);
}

async function confirm(call: ClientCall, { code, number }: ClientInput<typeof contract.qrConfirm>): Promise<null> {
  const isRight = await decided(call, code, 'confirmed', number);
  if (!isRight) throw new Refusal(23021);
  return null;
}

/** Who scanned it decides about it, once; with a wrong number it is rejected, so that nobody tries them all. */
async function decided(call: ClientCall, code: string, state: 'confirmed' | 'rejected', number?: string): Promise<boolean> {
  const { services, caller } = call;
  const row = await call.write(async (tx) => {
    const { rows } = await sql<{ right: boolean }>`update terminal_qr
        set state = case when ${number ?? null}::text is null or number = ${number ?? null}::text then ${state} else 'rejected' end
      where code_hash = ${qrHash(code)} and state = 'scanned' and employee_id = ${caller.uid}::uuid and until > ${services.now()}
      returning state = ${state} as right`.execute(tx);
    caller.touch({ kind: 'employee', id: caller.uid, name: caller.name });
    return rows[0];
  });
  return row ? row.right : refuse(call, code);
}

/** Used or over, or in other hands. */
async function refuse({ db, services }: ClientCall, code: string): Promise<never> {
  const row = await db
    .selectFrom('terminal_qr')
    .select('state')
    .where('code_hash', '=', qrHash(code))
    .where('until', '>', services.now())
    .executeTakeFirst();
  throw new Refusal(row ? 23021 : 23020);
}
