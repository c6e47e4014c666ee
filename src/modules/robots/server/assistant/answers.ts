import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { pick } from '#kit/common/language.ts';
import { idOf } from '#kit/server/ids.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { send, type SendRequest, type SendStep, type Sent } from '#modules/messaging/server/public.ts';
import { siteZone } from '#modules/people/server/public.ts';
import type { KeywordRule } from '../../common/assistant/assistant.contract.ts';
import type { AssistantAction } from '../../common/assistant/words.ts';
import { directory } from '../directory.ts';
import { allowedFunctions, assistantOf, countAction, does, type StoredAssistant } from './own-assistant.ts';
import { personPlace } from './person-place.ts';
import { dayIn } from './times.ts';

interface Answer {
  readonly action: Extract<AssistantAction, 'awayReply' | 'keywordReply'>;
  /** By what it is known that this was answered today. */
  readonly rule: string;
  readonly text: string;
}

interface Asked {
  readonly assistant: StoredAssistant;
  /** Who wrote. */
  readonly peerId: string;
  readonly text: string;
  readonly now: number;
}

const fits = ({ match, words }: KeywordRule, text: string): boolean => {
  const [said, wanted] = [text.normalize('NFKC').trim().toLowerCase(), words.normalize('NFKC').trim().toLowerCase()];
  if (match === 'exact') return said === wanted;
  return match === 'startsWith' ? said.startsWith(wanted) : said.includes(wanted);
};

/** What the assistant of the person who is written to answers, if anything: an absence comes before words. */
async function answerTo(services: CoreServices, { assistant, peerId, text, now }: Asked): Promise<Answer | undefined> {
  const allowed = await allowedFunctions(services, assistant.employeeId);
  const { away } = assistant;
  const { db } = services.database;
  if (away && away.from <= now && now < away.until && does(assistant, 'awayReply') && allowed.has('awayReply')) {
    const [own, peer] = [await personPlace(db, assistant.employeeId), await personPlace(db, peerId)];
    if (away.to === 'everyone' || own.departmentId === peer.departmentId) {
      const substitute = away.substituteId === null ? undefined : (await directory.people(db, [away.substituteId])).get(away.substituteId);
      const word = (key: string, params: Record<string, string>): string => services.texts.text(peer.language, 'robots', key, params);
      const said = pick(away.text, peer.language);
      const stands = substitute ? `\n${word('assistant.substitute', { name: substitute.name })}` : '';
      return { action: 'awayReply', rule: 'away', text: `${word('assistant.auto', { text: said })}${stands}` };
    }
  }
  if (!does(assistant, 'keywordReply') || !allowed.has('keywordReply')) return undefined;
  const rule = assistant.keywordReplies.find((one) => fits(one, text));
  if (!rule) return undefined;
  const { language } = await personPlace(db, peerId);
  return {
    action: 'keywordReply',
    rule: `word ${createHash('sha256').update(rule.words).digest('hex').slice(0, 16)}`,
    text: services.texts.text(language, 'robots', 'assistant.auto', { text: rule.text }),
  };
}

/** Answers for the person who was written to, once for each person, rule and day; what rules of messaging refuse is not said. */
async function answerFor(services: CoreServices, { sender, target, message }: SendRequest, sent: Sent): Promise<void> {
  const uid = target.peerId;
  if (uid === null || !message) return;
  const { db } = services.database;
  const assistant = await assistantOf(db, uid);
  if (!assistant || (!does(assistant, 'awayReply') && !does(assistant, 'keywordReply'))) return;
  const now = services.now();
  const answer = await answerTo(services, { assistant, peerId: sender.id, text: message.text, now });
  if (!answer) return;
  const day = dayIn(now, siteZone());
  const { rows } =
    await sql`insert into assistant_answered (employee_id, peer_id, day, rule) values (${uid}::uuid, ${sender.id}::uuid, ${day},
    ${answer.rule}) on conflict do nothing returning rule`.execute(db);
  if (rows.length === 0) return;
  await send(
    services,
    { kind: 'employee', id: uid, language: sender.language, platform: null, address: null, deviceId: null, via: 'open' },
    {
      conversationId: sent.conversationId,
      clientId: idOf(`assistant ${uid} ${sender.id} ${day} ${answer.rule} ${now}`),
      kind: 'text',
      body: { text: answer.text },
      mentions: [],
      mentionAll: false,
    },
  );
  await countAction(db, uid, day, answer.action);
}

/** Hears of what people write to one person from a terminal. Robots, groups, and what an assistant said itself are never answered. */
export const assistantStep: SendStep = {
  name: 'words',
  check: async () => undefined,
  done: async (services, request, sent) => {
    const { sender, target, tried } = request;
    if (tried || sender.kind !== 'employee' || sender.via !== 'terminal' || target.kind !== 'single') return;
    // Who sent it does not wait for the answer.
    void answerFor(services, request, sent).catch((error: unknown) => services.log.warn({ err: error }, 'An assistant could not answer'));
  },
};
