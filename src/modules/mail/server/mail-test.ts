import { code } from '#kit/common/codes.ts';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal } from '#kit/server/refusal.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import { createMailPool } from '#platform/mail/mail-pool.ts';
import type { mailTest } from '../common/mail-config.contract.ts';
import { lookUpDkim, lookUpSpf, openLookUp } from './look-up.ts';
import { openDkimKey, readConfig } from './mail-config.query.ts';
import { talkView } from './outbox.view.ts';
import { failureText } from './public.ts';
import { unreached, writeOutcome, type Outcome, type OutboxRow } from './sender/outbox.ts';
import { sendOne } from './sender/send-one.ts';
import { readSettings, type SendingSettings } from './sender/settings.ts';
import { openTokens } from './sender/tokens.ts';

/** Sends a mail at once, past the queue, and looks up what DNS says meanwhile. */
export async function testMailNow(call: Call, input: Parsed<typeof mailTest>): Promise<Reply<typeof mailTest>> {
  const { services, caller } = call;
  if (checkMailAddress(input.to) === undefined) throw new InvalidInput([{ path: 'to', namespace: 'mail', key: 'issue.address' }]);
  const tokens = openTokens(services.outbound);
  const settings = await readSettings(services, tokens);
  if (!settings) throw new Refusal(code.wrongState, { state: services.texts.text(caller.language, 'mail', 'state.notConfigured') });
  const row = await call.write((tx) => claimTest(call, tx, { ...input, domain: settings.domain }));
  const [outcome, dkim, spf] = await Promise.all([sendTest(call, settings, row), lookUpOf(call, 'dkim'), lookUpOf(call, 'spf')]);
  await writeOutcome(call.db, row, outcome);
  const reason = outcome.failure?.replace(unreached, '');
  return {
    deliveryId: row.id,
    ok: reason === undefined,
    at: services.now(),
    failure: reason === undefined ? null : failureOf(call, settings, { ...outcome, reason }),
    dialogue: talkView(outcome.dialogue ?? [], { language: caller.language, services }),
    dkim,
    spf,
  };
}

/** Puts the mail into the outbox as one that is being sent already: the sender has nothing to do with it. */
async function claimTest(
  { services, caller }: Call,
  tx: Parameters<Parameters<Call['write']>[0]>[0],
  { to, language, domain }: Parsed<typeof mailTest> & { domain: string },
): Promise<OutboxRow> {
  const at = new Date(services.now()).toISOString().slice(0, 16).replace('T', ' ');
  const values = { by: caller.name || caller.account, at: `${at} UTC` };
  const id = await services.mails.queue(tx, { template: 'mail.test', to: { address: to }, language, values });
  caller.note({ language });
  return tx
    .updateTable('mail_outbox')
    .set({ state: 'sending', attempts: 1, message_id: `<${id}@${domain}>` })
    .where('id', '=', id ?? '')
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A test is one try: what a server would take later has failed here. */
async function sendTest({ services }: Call, settings: SendingSettings, row: OutboxRow): Promise<Outcome> {
  const pool = createMailPool(services.outbound);
  try {
    return { ...(await sendOne(services, { pool, settings }, row)), later: false, hard: false };
  } catch (error) {
    services.log.error({ err: error, mail: row.id }, 'The test mail could not be made');
    return { failure: 'internal' };
  } finally {
    pool.close();
  }
}

async function lookUpOf({ db, services }: Call, what: 'dkim' | 'spf'): Promise<Reply<typeof mailTest>['dkim']> {
  const row = await readConfig(db);
  const ask = openLookUp();
  return what === 'dkim' ? lookUpDkim(ask, row.dkim, openDkimKey(services.secrets, row)) : lookUpSpf(ask, row.from_address);
}

/** 11031 where the certificate is that of another host, else 11035 with the reason and the server's words. */
function failureOf(
  { services, caller }: Call,
  settings: SendingSettings,
  { reason, server, answer }: Outcome & { reason: string },
): { code: number; reason: string; message: string } {
  const category = failureText(services.texts, caller.language, reason) ?? reason;
  const host = settings.servers[server ?? 0]?.host ?? '';
  const answerCode = reason === 'certificate' ? 11031 : 11035;
  const params = { host, category, answer: answer?.text ?? '—' };
  return { code: answerCode, reason, message: services.texts.text(caller.language, 'system', `error.${answerCode}`, params) };
}
