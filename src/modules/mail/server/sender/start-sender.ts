import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#kit/server/ids.ts';
import type { Services } from '#kit/server/services.ts';
import { createMailPool, type MailPool } from '#platform/mail/mail-pool.ts';
import { giveLeaseBack, leaseMillis, takeLease } from './lease.ts';
import { claimMails, isMailDue, noteFailure, writeOutcome, type Outcome, type OutboxRow } from './outbox.ts';
import { openRate } from './rate.ts';
import { sendOne } from './send-one.ts';
import { readSettings, type SendingSettings } from './settings.ts';
import { openTokens } from './tokens.ts';

/** The sender of this node. */
export interface Sender {
  /** Takes no more mails, lets the running ones end, and hands the right to send on. */
  stop(): Promise<void>;
}

const everyMillis = 500;
const atOnce = 4;
const renewMillis = 5_000;
/** A node that could not renew for so long cuts its sessions: soon another may send the same. */
const cutMillis = leaseMillis - renewMillis;
const drainMillis = 10_000;
/** Rests while no server takes anything: one mail is tried after each. */
const rests = [2_000, 5_000, 15_000, 60_000];

/** Begins to send what stands in the outbox; of several nodes one does, and another within seconds of its end. */
export function startSender(services: Services): Sender {
  const sender = new NodeSender(services);
  const timer = setInterval(() => sender.beat(), everyMillis);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return sender.stop();
    },
  };
}

class NodeSender {
  private readonly services: Services;
  private readonly owner = newId();
  private readonly tokens;
  private readonly rate = openRate();
  private readonly inFlight = new Set<Promise<void>>();
  private pool: MailPool;
  private round: Promise<void> | undefined;
  /** When the right to send was renewed last; 0 while another node has it. */
  private renewedAt = 0;
  /** Rests taken in a row. */
  private failed = 0;
  private restUntil = 0;
  private stopped = false;
  /** A trouble that stays is told once. */
  private told = false;

  constructor(services: Services) {
    this.services = services;
    this.pool = createMailPool(services.outbound);
    this.tokens = openTokens(services.outbound);
  }

  beat(): void {
    if (this.stopped) return;
    this.round ??= this.work()
      .then(() => void (this.told = false))
      .catch((error: unknown) => {
        if (!this.told) this.services.log.error({ err: error }, 'The outbox could not be read; it is tried again every second');
        this.told = true;
      })
      .finally(() => (this.round = undefined));
    if (this.renewedAt > 0 && performance.now() - this.renewedAt > cutMillis) this.letGo();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.round;
    await Promise.race([Promise.all(this.inFlight), sleep(drainMillis, undefined, { ref: false })]);
    this.pool.close();
    await Promise.race([Promise.all(this.inFlight), sleep(drainMillis, undefined, { ref: false })]);
    if (this.renewedAt > 0) await giveLeaseBack(this.services.database.db, this.owner).catch(() => undefined);
  }

  /** Another node may send now: what runs here is cut before its last word. */
  private letGo(): void {
    this.renewedAt = 0;
    this.pool.close();
    this.pool = createMailPool(this.services.outbound);
  }

  private async work(): Promise<void> {
    const { db } = this.services.database;
    const isDue = await isMailDue(db);
    if (!isDue && this.inFlight.size === 0) return;
    if (!(await this.hasRight())) return;
    if (!isDue || this.stopped || performance.now() < this.restUntil) return;
    const { paused_at: pausedAt } = await db.selectFrom('mail_sender').select('paused_at').executeTakeFirstOrThrow();
    if (pausedAt !== null) return;
    const settings = await readSettings(this.services, this.tokens);
    if (!settings) return;
    // While no server answers one mail asks for all.
    const free = this.failed > 0 ? 1 - this.inFlight.size : atOnce - this.inFlight.size;
    const most = this.rate.take(free, settings.perMinute);
    if (most <= 0) return;
    const rows = await claimMails(db, most, settings.domain);
    this.rate.giveBack(most - rows.length);
    for (const row of rows) this.begin(row, settings);
  }

  private async hasRight(): Promise<boolean> {
    const since = performance.now();
    if (this.renewedAt > 0 && since - this.renewedAt < renewMillis) return true;
    const has = await takeLease(this.services.database.db, this.owner);
    if (has) this.renewedAt = since;
    else if (this.renewedAt > 0) this.letGo();
    return has;
  }

  private begin(row: OutboxRow, settings: SendingSettings): void {
    const running = this.send(row, settings).finally(() => {
      this.inFlight.delete(running);
      // The next one need not wait for the next beat.
      setImmediate(() => this.beat());
    });
    this.inFlight.add(running);
  }

  private async send(row: OutboxRow, settings: SendingSettings): Promise<void> {
    const outcome = await sendOne(this.services, { pool: this.pool, settings }, row).catch((error: unknown): Outcome => {
      this.services.log.error({ err: error, mail: row.id }, 'A mail could not be made');
      return { failure: 'internal', later: true };
    });
    await this.write(row, { ...outcome, ...this.learn(outcome) });
  }

  /** How long to rest after that: while no server takes anything, longer from time to time. */
  private learn({ unreached, server }: Outcome & { unreached?: true }): { restMillis?: number } {
    if (!unreached) {
      if (server !== undefined) this.failed = this.restUntil = 0;
      return {};
    }
    const left = this.restUntil - performance.now();
    // Mails that were tried at the same time are one failure.
    if (left > 0) return { restMillis: left };
    const restMillis = rests[Math.min(this.failed, rests.length - 1)] ?? 0;
    this.failed += 1;
    this.restUntil = performance.now() + restMillis;
    return { restMillis };
  }

  /** What a server has said is not said again: it is kept until it is written. */
  private async write(row: OutboxRow, outcome: Outcome): Promise<void> {
    const { db } = this.services.database;
    for (;;) {
      try {
        await writeOutcome(db, row, outcome);
        if (outcome.restMillis !== undefined) await noteFailure(db, outcome.failure ?? 'refused');
        return;
      } catch (error) {
        this.services.log.error({ err: error, mail: row.id }, 'What became of a mail could not be written; it is tried again');
        if (this.stopped) return;
        await sleep(1_000, undefined, { ref: false });
      }
    }
  }
}
