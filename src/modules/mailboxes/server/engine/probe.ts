import type { ImapFlow } from 'imapflow';
import type { Services } from '#kit/server/services.ts';
import { openSmtp } from '#platform/mail/smtp-session.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { probeSteps, type MailFaultClass, type ProbeStepName } from '../../common/engine/words.ts';
import { mailFaultOf, smtpFaultOf, type MailFault } from './fault.ts';
import { bounded, openImap } from './imap.ts';
import { smtpServerOf } from './smtp.ts';
import { tlsOf, type MailPlaces, type MailSignIn } from './place.ts';

/** A step of a look at a mail server. */
export interface ProbeStep {
  readonly name: ProbeStepName;
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly ms: number;
  /** Class of the failure; null where it did not fail. */
  readonly class: MailFaultClass | null;
}

/** What a look at a mail server found. Of a mailbox counts alone are read. */
export interface Probe {
  readonly ok: boolean;
  /** Class of the first failure; null where nothing failed. */
  readonly class: MailFaultClass | null;
  readonly steps: ProbeStep[];
  /** Folders, and mails in the inbox; null where nobody signed in. */
  readonly counts: { readonly folders: number; readonly messages: number } | null;
  /** Bytes; null where the server tells none. */
  readonly quota: { readonly used: number; readonly limit: number } | null;
}

/**
 * Looks at a mail server step by step, past every breaker: whoever tests a repaired server must not be told of its past. Never rejects for
 * what the other side does. Without an account it ends before signing in; with one the way out is signed in to as well.
 */
export async function probeServer(
  { outbound }: Pick<Services, 'outbound'>,
  server: MailPlaces,
  account: MailSignIn | null = null,
): Promise<Probe> {
  const found = new Map<ProbeStepName, ProbeStep>();
  let failed = false;
  const run = async (
    name: ProbeStepName,
    work: () => Promise<void>,
    toFault: (error: unknown) => MailFault = mailFaultOf,
  ): Promise<void> => {
    const started = performance.now();
    const write = (state: ProbeStep['state'], fault: MailFaultClass | null): void =>
      void found.set(name, { name, state, ms: Math.round(performance.now() - started), class: fault });
    try {
      await work();
      write('ok', null);
    } catch (error) {
      const { fault } = toFault(error);
      write('failed', fault);
      if (name !== 'send') failed = true;
    }
  };
  const step = async (name: ProbeStepName, work: () => Promise<void>): Promise<void> => (failed ? undefined : run(name, work));

  const result: { counts: Probe['counts']; quota: Probe['quota'] } = { counts: null, quota: null };
  await reach(outbound, server, step);
  let client: ImapFlow | undefined;
  if (account) {
    await step('signIn', async () => void (client = await openImap(outbound, server.incoming, account)));
    await step('list', () =>
      look(client, async (open) => {
        const folders = (await open.list()).length;
        const inbox = await open.status('INBOX', { messages: true });
        result.counts = { folders, messages: inbox ? (inbox.messages ?? 0) : 0 };
      }),
    );
    await step('quota', () => look(client, async (open) => void (result.quota = await quotaOf(open))));
    client?.close();
  }
  const out = async (): Promise<void> => (await openSmtp(outbound, smtpServerOf(server.outgoing, account), () => undefined)).end();
  await run('send', out, smtpFaultOf);
  const skipped = (name: ProbeStepName): ProbeStep => ({ name, state: 'skipped', ms: 0, class: null });
  const steps = probeSteps.map((name) => found.get(name) ?? skipped(name));
  const first = steps.find((one) => one.state === 'failed');
  return { ok: first === undefined, class: first?.class ?? null, steps, ...result };
}

type Step = (name: ProbeStepName, work: () => Promise<void>) => Promise<void>;

/** Name, connection, certificate, greeting; with STARTTLS the greeting comes first. */
async function reach(outbound: Outbound, { incoming }: MailPlaces, step: Step): Promise<void> {
  const { host, port, security } = incoming;
  await step('dns', async () => void (await outbound.resolve(host, port)));
  await step('connect', async () => void (await outbound.connect(host, port)).destroy());
  if (security === 'tls') await step('tls', async () => void (await outbound.connect(host, port, { tls: tlsOf(incoming) })).destroy());
  let late: MailFault | undefined;
  await step('greeting', async () => {
    try {
      await openImap(outbound, incoming, null);
    } catch (error) {
      const fault = mailFaultOf(error);
      // The server greeted: what failed is the way to TLS behind it.
      if (security !== 'startTls' || !['tls', 'certificate'].includes(fault.fault)) throw fault;
      late = fault;
    }
  });
  if (security === 'startTls')
    await step('tls', async () => {
      if (late) throw late;
    });
}

async function look(client: ImapFlow | undefined, work: (open: ImapFlow) => Promise<void>): Promise<void> {
  if (client) await bounded(client, () => work(client));
}

/** Bytes used and allowed; null where the server tells none. */
export async function quotaOf(client: ImapFlow): Promise<Probe['quota']> {
  const quota = await client.getQuota('INBOX');
  const storage = quota === false ? undefined : quota.storage;
  if (storage?.limit === undefined) return null;
  return { used: storage.usage ?? 0, limit: storage.limit };
}
