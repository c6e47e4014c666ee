import { z } from 'zod';
import { outboundError } from '#platform/outbound/outbound-error.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import type { StoredServer } from '../mail.table.ts';
import { targetOf } from '../server-secrets.ts';

/** Tokens to sign in with, asked for when they are needed and kept until shortly before their end. */
export interface Tokens {
  of(server: StoredServer, secret: string): Promise<string>;
}

const answer = z.object({ access_token: z.string().min(1).max(10_000), expires_in: z.coerce.number().min(0).default(300) });
const marginMillis = 60_000;

/** Client credentials of OAuth 2 (RFC 6749, 4.4), through the egress door. */
export function openTokens(outbound: Outbound): Tokens {
  const held = new Map<string, { token: string; until: number }>();
  return {
    of: async (server, secret) => {
      const key = targetOf(server);
      const known = held.get(key);
      if (known && known.until > Date.now()) return known.token;
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: server.clientId ?? '', client_secret: secret });
      if (server.scope !== null) form.set('scope', server.scope);
      const reply = await outbound.fetch(server.tokenUrl ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: form.toString(),
        redirects: 0,
        timeoutMs: 10_000,
        maxBytes: 64 * 1024,
      });
      const parsed = reply.status === 200 ? answer.safeParse(await reply.json()) : undefined;
      // In words of sign-in: whoever reads it learns that the token was not given, not what the other side wrote.
      if (!parsed?.success) throw Object.assign(new Error('The token was not given'), { code: 'EAUTH', cause: outboundError('protocol') });
      const { access_token: token, expires_in: seconds } = parsed.data;
      held.set(key, { token, until: Date.now() + seconds * 1000 - marginMillis });
      return token;
    },
  };
}
