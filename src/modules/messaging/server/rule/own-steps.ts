import { sql } from 'kysely';
import { platforms } from '#kit/common/client/platforms.ts';
import { mayReach } from '#modules/contacts/server/public.ts';
import { limitsOf } from '#modules/enterprise/server/public.ts';
import { functionOfKind, type MessagingFunction } from '../../common/words.ts';
import { engineOf } from '../engine/engine-state.ts';
import { filesReached } from '../engine/files.ts';
import { senderFacts, statusOf } from '../engine/send-facts.ts';
import { abilitiesOf } from '../role/functions.ts';
import { messagingSettings } from '../settings.ts';
import type { SendStep, SendRequest, StepFinding } from './send-request.ts';

const refused = (code: number, more: Omit<NonNullable<StepFinding['refused']>, 'code'> = {}): StepFinding => ({
  refused: { code, ...more },
});

/** Robots and systems are granted elsewhere; the rules for people are not asked about them. */
const isPerson = ({ sender }: SendRequest): boolean => sender.kind === 'employee';

/** Messaging is not paused; somebody who is here, and whom no decision on a report silences. */
const person: SendStep = {
  name: 'person',
  check: async (services, request) => {
    const { pausedUntil, pauseReason } = await engineOf(services).now();
    if (pausedUntil !== null && pausedUntil > services.now())
      return refused(16014, { params: { until: moment(pausedUntil), reason: pauseReason }, data: { until: pausedUntil } });
    if (!isPerson(request)) return undefined;
    const { status, until } = await senderFacts(services, request);
    if (status !== 'active') return refused(16002);
    return until === null ? undefined : refused(16004, { params: { until: moment(until) }, data: { until } });
  },
};

/** A moment as it stands in a text that has no language of its own: the terminal shows it from the data. */
const moment = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** The functions of the roles of messaging. */
const functions: SendStep = {
  name: 'function',
  check: async (services, request) => {
    if (!isPerson(request)) return undefined;
    const needed: MessagingFunction[] = request.target.kind === 'single' ? ['im.single'] : [];
    const { message } = request;
    const ofKind = message ? functionOfKind[message.kind] : undefined;
    if (ofKind) needed.push(ofKind);
    if (message?.mentionAll) needed.push('im.atAll');
    if (message?.forwardOf) needed.push('im.forward');
    const { functions: held, roles } = await abilitiesOf(services)(request.sender.id);
    const missing = needed.find((one) => !held.has(one));
    if (missing === undefined) return undefined;
    const [role] = roles;
    return refused(16001, {
      params: { function: { namespace: 'messaging', key: `function.${missing}` } },
      data: { function: missing },
      ...(role && { rule: { id: role.id, name: role.name } }),
    });
  },
};

/** The other one is here, or the conversation holds the sender. */
const target: SendStep = {
  name: 'target',
  check: async (services, request) => {
    const { kind, peerId, conversationId } = request.target;
    if (kind === 'single') {
      if (peerId === null) return refused(16002);
      return (await statusOf(services)(peerId))?.status === 'active' ? undefined : refused(16002);
    }
    if (!isPerson(request)) return undefined;
    // To an account people write by its own call, not as into a chat.
    if (kind === 'system' || kind === 'account' || conversationId === null) return refused(16003);
    return (await senderFacts(services, request)).seated ? undefined : refused(16003);
  },
};

/** What the rules of the directory say of a single chat: the other one is seen, and may be written to. */
const contacts: SendStep = {
  name: 'contacts',
  check: async (services, request) => {
    const { peerId, kind } = request.target;
    if (!isPerson(request) || kind !== 'single' || peerId === null || peerId === request.sender.id) return undefined;
    const { allowed, rule } = await mayReach(services, request.sender.id, peerId);
    return allowed ? undefined : refused(16002, rule ? { rule } : {});
  },
};

/** Member limits of the enterprise for a pair, and its segment limits for where the sender is. */
const limits: SendStep = {
  name: 'limits',
  check: async (services, request) => {
    if (!isPerson(request)) return undefined;
    const { sender, tried } = request;
    const { kind, peerId, conversationId } = request.target;
    const asked = tried ? limitsOf(services).tried : limitsOf(services);
    if (kind === 'single' && peerId !== null && peerId !== sender.id) {
      const existing = conversationId !== null;
      const verdict = (await asked.members(sender.id, [peerId], { action: 'chat', existing })).get(peerId);
      if (verdict && !verdict.allowed) return refused(16002, verdict.rule ? { rule: verdict.rule } : {});
    }
    const platform = platforms.find((one) => one === sender.platform);
    if (platform === undefined) return undefined;
    const here = await asked.message(sender.id, { platform, address: sender.address });
    if (here.allowed) return undefined;
    return refused(16012, { params: { name: here.rule?.name ?? '' }, ...(here.rule && { rule: here.rule }) });
  },
};

/** How much one person writes, and how often all of a group are called; counted over all processes. */
const rates: SendStep = {
  name: 'rates',
  check: async (services, request) => {
    if (!isPerson(request) || request.tried || !request.message || request.bulk) return undefined;
    const { perTenSeconds, perHour, mentionAllPerDay } = await messagingSettings.now(services);
    const now = services.now();
    const { brief, hour, oldest } = await senderFacts(services, request);
    const seconds = brief >= perTenSeconds ? Math.max(1, Math.ceil(((oldest ?? now) + 10_000 - now) / 1000)) : hour >= perHour ? 60 : 0;
    if (seconds > 0) return refused(16007, { params: { seconds }, data: { seconds } });
    if (!request.message.mentionAll || request.target.conversationId === null) return undefined;
    const { rows: calls } = await sql<{ n: number }>`select count(*)::int as n from im_message
      where conversation_id = ${request.target.conversationId}::uuid and mention_all and sent_at > ${now - 86_400_000}`.execute(
      services.database.db,
    );
    return calls[0]!.n < mentionAllPerDay ? undefined : refused(16007, { params: { seconds: 3600 }, data: { seconds: 3600 } });
  },
};

const largestBody = 64 * 1024;

/** How long a text is, and that the files of a message are the sender's to send. */
const size: SendStep = {
  name: 'size',
  check: async (services, { message, sender }) => {
    if (!message) return undefined;
    const { textLimit } = await messagingSettings.now(services);
    if ([...message.text].length > textLimit) return refused(16008, { params: { n: textLimit }, data: { n: textLimit } });
    if (JSON.stringify(message.body).length > largestBody) return refused(16008, { params: { n: largestBody }, data: { n: largestBody } });
    if (message.fileIds.length === 0) return undefined;
    return (await filesReached(services.database.db, sender.id, message.fileIds)) ? undefined : refused(16044);
  },
};

/** The steps of messaging itself. */
export const ownSteps: readonly SendStep[] = [person, functions, target, contacts, limits, rates, size];
