import { hash } from 'node:crypto';
import type { z } from 'zod';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { sealForStore } from '#modules/devices/server/public.ts';
import { directory } from '#modules/people/server/public.ts';
import { clientWords, type terminalWords } from '../common/client.contract.ts';
import { wordsOf } from './book/open-words.ts';
import { wordSettings } from './setting.ts';

/** The words that a person's terminals may have: those that refuse what is written in chats, of the list that decides. */
async function wordsFor({ services, db, caller }: ClientCall): Promise<z.input<typeof terminalWords> | undefined> {
  const list = await wordsOf(services).published();
  if (!list) return undefined;
  const { words, exceptions, folding } = list.book.content;
  const now = services.now();
  const mine = words.filter(
    ({ onTerminal, level, observe, until, places }) =>
      onTerminal &&
      level === 'block' &&
      !observe &&
      (until === null || until > now) &&
      (places.includes('single') || places.includes('group')),
  );
  const me = mine.some(({ senders }) => senders.length > 0) ? await membershipOf(db, directory, caller.uid) : undefined;
  return {
    folding: { ...folding, foldTraditional: folding.foldTraditional ?? false },
    words: mine
      .filter(({ senders }) => senders.length === 0 || (me !== undefined && decideAudience(senders, me).included))
      .map(({ text, match, gap, until }) => ({ text, match, gap, until })),
    exceptions: exceptions.filter(({ until }) => until === null || until > now).map(({ text }) => text),
  };
}

const off = { on: false, digest: '', sealed: null };

/** What terminals ask of the words. */
export const wordClientRoutes: readonly BoundClientRoute[] = [
  handleClient(clientWords, async (call, { digest }) => {
    const { db, services, terminal } = call;
    if (!(await wordSettings.read(db)).terminalCheck) return off;
    const found = await wordsFor(call);
    if (!found) return off;
    const text = JSON.stringify(found);
    const own = hash('sha256', text, 'hex');
    const sealed = await sealForStore(services, { thumbprint: terminal.thumbprint, appKey: terminal.appKey }, text);
    if (sealed === undefined) return off;
    return { on: true, digest: own, sealed: digest === own ? null : sealed };
  }),
];
