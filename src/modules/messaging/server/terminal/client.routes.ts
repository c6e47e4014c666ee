import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { Refusal } from '#kit/server/refusal.ts';
import * as contract from '../../common/client/client.contract.ts';
import { clientBroadcast, clientForward, clientSearch, clientUrgent } from '../../common/client/pass.contract.ts';
import type { ConversationView } from '../../common/client/message.schema.ts';
import { historyOf } from '../engine/history.ts';
import { acknowledge, markRead } from '../engine/marks.ts';
import { send } from '../engine/send.ts';
import { syncOf } from '../engine/sync.ts';
import { conversationsOf } from '../engine/view.ts';
import { abilitiesOf } from '../role/functions.ts';
import type { Sender } from '../rule/send-request.ts';
import { messagingSettings } from '../settings.ts';
import { hubOf } from '../socket/hub.ts';
import { broadcast } from './broadcast.ts';
import { editOwn, receiptsOf, recallOwn } from './own-message.ts';
import { forward, pressFor, search } from './pass.ts';
import { report } from './report.ts';

const dayMillis = 86_400_000;

/** Who calls, as who sends. */
const senderOf = ({ caller, terminal }: ClientCall): Sender => ({
  kind: 'employee',
  id: caller.uid,
  language: caller.language,
  platform: terminal.platform,
  address: caller.address || null,
  deviceId: terminal.installId,
  via: 'terminal',
});

/** What terminals ask of messaging without a connection. */
export const messagingClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientSend, (call, { message }) => send(call.services, senderOf(call), message)),
  handleClient(contract.clientSync, ({ services, caller }, { cursor }) => syncOf(services, caller.uid, cursor)),
  handleClient(contract.clientPoll, poll),
  handleClient(contract.clientHistory, history),
  handleClient(contract.clientAck, async ({ services, caller, terminal }, { marks }) => ({
    count: await acknowledge(services, { uid: caller.uid, deviceId: terminal.installId, platform: terminal.platform }, marks),
  })),
  handleClient(contract.clientRead, async ({ services, caller }, { marks }) => ({
    count: await markRead(services, caller.uid, marks, (await messagingSettings.now(services)).readMarks),
  })),
  handleClient(contract.clientRecall, (call, { messageId }) => recallOwn(call, senderOf(call), messageId)),
  handleClient(contract.clientEdit, (call, input) => editOwn(call, senderOf(call), input)),
  handleClient(contract.clientReport, report),
  handleClient(clientUrgent, pressFor),
  handleClient(clientBroadcast, (call, input) => broadcast(call, senderOf(call), input)),
  handleClient(clientForward, (call, input) => forward(call, senderOf(call), input)),
  handleClient(clientSearch, search),
  handleClient(contract.clientReceipts, receiptsOf),
  handleClient(contract.clientConversations, async (call, { limit }) => ({ list: await own(call, { limit, shown: true }) })),
  handleClient(contract.clientConversationSetting, setConversation),
  handleClient(contract.clientConversationClear, (call, { conversationId }) => clear(call, conversationId, false)),
  handleClient(contract.clientConversationDelete, (call, { conversationId }) => clear(call, conversationId, true)),
  handleClient(contract.clientMessagingConfig, config),
];

async function history(
  call: ClientCall,
  input: ClientInput<typeof contract.clientHistory>,
): Promise<ClientReply<typeof contract.clientHistory>> {
  const { services, caller } = call;
  const { functions, limits } = await abilitiesOf(services)(caller.uid);
  if (!functions.has('im.history')) throw new Refusal(16001, { function: { namespace: 'messaging', key: 'function.im.history' } });
  const days = Math.min(limits.historyDays, 3650);
  return { messages: await historyOf(services, caller.uid, { ...input, since: services.now() - days * dayMillis }) };
}

/** Waits until something of the person's changes, or the time is over. */
async function poll(
  call: ClientCall,
  { cursor, wait }: ClientInput<typeof contract.clientPoll>,
): Promise<ClientReply<typeof contract.clientPoll>> {
  const { services, caller, request } = call;
  let wake = (): void => undefined;
  const heard = new Promise<void>((resolve) => (wake = resolve));
  const unlisten = hubOf(services).listen(caller.uid, wake);
  const drained = services.live.listen(caller.uid, { news: () => undefined, ended: wake });
  request.raw.socket.once('close', wake);
  const timer = setTimeout(wake, wait * 1000);
  try {
    const found = await syncOf(services, caller.uid, cursor);
    // What the overlap repeats is no news.
    const from = Number.parseInt(cursor, 36);
    if (found.messages.some(({ sentAt }) => sentAt >= from) || wait === 0) return found;
    await heard;
    return await syncOf(services, caller.uid, cursor);
  } finally {
    clearTimeout(timer);
    unlisten();
    drained();
    request.raw.socket.off('close', wake);
  }
}

async function own(
  { services, caller }: ClientCall,
  wanted: { ids?: readonly string[]; shown?: boolean; limit: number },
): Promise<ConversationView[]> {
  const { readMarks } = await messagingSettings.now(services);
  return conversationsOf(services.database.db, caller.uid, { ...wanted, readMarks });
}

async function one(call: ClientCall, id: string): Promise<ConversationView> {
  const [found] = await own(call, { ids: [id], limit: 1 });
  if (!found) throw new Refusal(16003);
  return found;
}

/** Hides what was written until now from the person, and with it the conversation in their list. */
async function clear(call: ClientCall, conversationId: string, hides: boolean): Promise<ConversationView> {
  await call.write(async (tx) => {
    const last = tx.selectFrom('im_conversation').select('last_seq').where('id', '=', conversationId);
    await tx
      .updateTable('im_member')
      .set({ cleared_seq: last, changed_at: call.services.now(), ...(hides && { hidden_seq: last, pinned: false }) })
      .where('conversation_id', '=', conversationId)
      .where('employee_id', '=', call.caller.uid)
      .execute();
  });
  return one(call, conversationId);
}

async function setConversation(
  call: ClientCall,
  { conversationId, pinned, doNotDisturb }: ClientInput<typeof contract.clientConversationSetting>,
): Promise<ConversationView> {
  await call.write(async (tx) => {
    await tx
      .updateTable('im_member')
      .set({
        changed_at: call.services.now(),
        ...(pinned !== undefined && { pinned }),
        ...(doNotDisturb !== undefined && { do_not_disturb: doNotDisturb }),
      })
      .where('conversation_id', '=', conversationId)
      .where('employee_id', '=', call.caller.uid)
      .execute();
  });
  return one(call, conversationId);
}

async function config({ services, caller }: ClientCall): Promise<ClientReply<typeof contract.clientMessagingConfig>> {
  const { functions, limits } = await abilitiesOf(services)(caller.uid);
  const { recallMinutes, editMinutes, textLimit, historyDays, readMarks } = await messagingSettings.now(services);
  return {
    functions: [...functions].toSorted(),
    recallMinutes,
    editMinutes,
    textLimit,
    historyDays: Math.min(historyDays, limits.historyDays),
    readMarks,
    serverTime: services.now(),
  };
}
