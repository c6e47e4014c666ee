import type { Outbound } from '../outbound/outbound.ts';
import type { BuiltMail } from './mail-message.ts';
import { SmtpError, smtpErrorOf, type SmtpAnswer } from './smtp-error.ts';
import { openSmtp, type SmtpServer, type SmtpSession, type SmtpTrace } from './smtp-session.ts';

/** Outcome of a mail: the server that took it with its words, or why none did. */
export type Delivery = { readonly ok: true; readonly server: number; readonly answer: SmtpAnswer } | NotDelivered;
interface NotDelivered {
  readonly ok: false;
  /** The last server that was asked. */
  readonly server: number;
  readonly error: SmtpError;
  /** No server could be reached or signed in to: it is nothing about this mail. */
  readonly unreached: boolean;
}

/** A server with the name under which its sessions are kept: another name after every change of it. */
export interface PooledServer extends SmtpServer {
  readonly key: string;
}

/** Sessions that are kept open for the next mail. */
export interface MailPool {
  /** Tries the servers in their order; the next one is asked where no session came about. Never throws for what the other side does. */
  send(
    servers: readonly PooledServer[],
    mail: BuiltMail,
    tell?: (server: number, ...step: Parameters<SmtpTrace>) => void,
  ): Promise<Delivery>;
  /** Cuts what runs and closes what waits. */
  close(): void;
}

const idleMillis = 20_000;
const mailsPerSession = 100;

interface Kept {
  session: SmtpSession;
  mails: number;
  timer?: NodeJS.Timeout;
}

/** Opens a pool over the egress door. */
export function createMailPool(outbound: Outbound): MailPool {
  const waiting = new Map<string, Kept[]>();
  const running = new Set<SmtpSession>();

  const take = async (server: PooledServer, tell: SmtpTrace): Promise<Kept> => {
    for (let kept = waiting.get(server.key)?.pop(); kept; kept = waiting.get(server.key)?.pop()) {
      clearTimeout(kept.timer);
      if (!kept.session.isOpen) continue;
      // Whether it still lives is asked before the mail: nothing was sent yet, so another one may be opened.
      if (await kept.session.reset(tell).then(isTrue, isFalse)) return kept;
      kept.session.cut();
    }
    return { session: await openSmtp(outbound, server, tell), mails: 0 };
  };
  const keep = (key: string, kept: Kept): void => {
    const { session } = kept;
    kept.mails += 1;
    if (!session.isOpen) return;
    if (kept.mails >= mailsPerSession) {
      session.end();
      return;
    }
    const list = waiting.get(key) ?? [];
    waiting.set(key, list);
    list.push(kept);
    kept.timer = setTimeout(() => {
      const at = list.indexOf(kept);
      if (at >= 0) list.splice(at, 1);
      if (list.length === 0 && waiting.get(key) === list) waiting.delete(key);
      session.end();
    }, idleMillis);
    kept.timer.unref();
  };
  const deliver = async (server: PooledServer, mail: BuiltMail, tell: SmtpTrace): Promise<SmtpAnswer> => {
    const kept = await take(server, tell);
    running.add(kept.session);
    try {
      return await kept.session.send(mail, tell);
    } finally {
      running.delete(kept.session);
      keep(server.key, kept);
    }
  };

  return {
    send: async (servers, mail, tell = () => undefined) => {
      let last: NotDelivered = { ok: false, server: 0, error: new SmtpError('refused', 'connect'), unreached: true };
      for (const [index, server] of servers.entries()) {
        try {
          const answer = await deliver(server, mail, (who, line) => tell(index, who, line));
          return { ok: true, server: index, answer };
        } catch (cause) {
          const error = smtpErrorOf(cause, 'mail');
          last = { ok: false, server: index, error, unreached: error.phase === 'connect' };
          if (error.phase !== 'connect') return last;
        }
      }
      return last;
    },
    close: () => {
      for (const session of running) session.cut();
      for (const { session, timer } of [...waiting.values()].flat()) {
        clearTimeout(timer);
        session.end();
      }
      waiting.clear();
    },
  };
}

const isTrue = (): boolean => true;
const isFalse = (): boolean => false;
