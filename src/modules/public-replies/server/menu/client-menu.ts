import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { inEach } from '#kit/common/language.ts';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { noteInAccounts, standingTo } from '#modules/public-accounts/server/public.ts';
import * as contract from '../../common/client.contract.ts';
import type { MenuChild, MenuEntry } from '../../common/menu/menu.contract.ts';
import { postsBehind } from '../inbox/account-messages.ts';
import { keepAnswer, sendOut } from '../inbox/answer.ts';
import { messagesBehind, placeOf, readPlace } from '../inbox/message-list.ts';
import { markAnswered, storeIncoming } from '../inbox/store.ts';
import { publishedMenu } from './menus.ts';
import { ruleSource } from './rule-source.ts';

/** The entries of a menu that this person sees; one whose children are all hidden is hidden too. */
async function seenBy(call: ClientCall, entries: readonly MenuEntry[]): Promise<MenuEntry[]> {
  const { uid } = sessionOf(call);
  const all = entries.flatMap((entry) => [entry, ...entry.children]);
  const membership = all.some(({ members }) => members.length > 0) ? await membershipOf(call.db, directory, uid) : undefined;
  const sees = ({ members }: MenuChild): boolean => members.length === 0 || (membership !== undefined && decideAudience(members, membership).included);
  return entries.filter(sees).flatMap((entry) => {
    const children = entry.children.filter(sees);
    return entry.children.length > 0 && children.length === 0 ? [] : [{ ...entry, children }];
  });
}

const shown = ({ key, name, target }: MenuChild) => ({ key, name: inEach(name), target });

/** The menu of an account as one person sees it. */
async function menuFor(call: ClientCall, { snoId }: { readonly snoId: string }): Promise<ClientReply<typeof contract.clientMenu>> {
  const { uid } = sessionOf(call);
  await standingTo(call.db, snoId, uid);
  const menu = await publishedMenu(call.db, snoId);
  if (!menu) return { n: null, entries: [] };
  const entries = await seenBy(call, menu.entries);
  return {
    n: menu.n,
    entries: entries.map((entry) => ({
      ...shown(entry),
      target: entry.children.length > 0 ? null : entry.target,
      children: entry.children.map(shown),
    })),
  };
}

/** Opens an entry: counted once by the terminal's id of it. What a rule or content answers comes as messages of the conversation. */
async function click(
  call: ClientCall,
  { snoId, clientId, key }: ClientInput<typeof contract.clientMenuClick>,
): Promise<ClientReply<typeof contract.clientMenuClick>> {
  const { uid } = sessionOf(call);
  const { services, caller } = call;
  await standingTo(call.db, snoId, uid);
  const menu = await publishedMenu(call.db, snoId);
  const found = (await seenBy(call, menu?.entries ?? []))
    .flatMap((entry) => (entry.children.length > 0 ? entry.children : [entry]))
    .find((entry) => entry.key === key);
  const target = found?.target;
  if (!found || !target) throw notFound();
  const at = services.now();
  const name = inEach(found.name)[caller.language];
  const done = await call.write(async (tx) => {
    const { rows } = await sql`insert into sno_menu_click (sno_id, employee_id, client_id, entry_key, at)
      values (${snoId}::uuid, ${uid}::uuid, ${clientId}::uuid, ${key}, ${at}) on conflict do nothing returning client_id`.execute(tx);
    if (rows.length === 0) return { isNew: false, messageId: null, answers: [] };
    await noteInAccounts(tx, [
      { snoId, tab: 'reply', kind: 'menu', employeeId: uid, result: 'done', detail: { key, name: found.name, target: target.kind } },
    ]);
    if (target.kind !== 'reply' && target.kind !== 'content') return { isNew: true, messageId: null, answers: [] };
    const { id: messageId } = await storeIncoming(tx, { snoId, employeeId: uid, clientId, kind: 'menu', body: { key, text: name }, at });
    if (target.kind === 'reply') return { isNew: true, messageId, answers: [] };
    const answeredBy = { kind: 'rule' as const, id: key, name };
    const to = { snoId, employeeId: uid, language: caller.language, answeredBy, ref: messageId };
    const answer = await keepAnswer(tx, { content: target.ref }, to);
    await markAnswered(tx, { snoId, employeeId: uid, auto: true });
    return { isNew: true, messageId, answers: [answer] };
  });
  await sendOut(services, done.answers);
  if (target.kind === 'reply' && done.messageId !== null)
    await ruleSource.current()?.answer(call, { snoId, employeeId: uid, ruleId: target.ruleId, messageId: done.messageId });
  return { target, isNew: done.isNew };
}

/** Pushes and conversation of a person with an account, the newest first. */
async function messages(
  call: ClientCall,
  { snoId, after, limit }: ClientInput<typeof contract.clientAccountMessages>,
): Promise<ClientReply<typeof contract.clientAccountMessages>> {
  const { uid } = sessionOf(call);
  await standingTo(call.db, snoId, uid);
  const place = readPlace(after);
  const asked = { snoId, employeeId: uid, language: call.caller.language, place, limit: limit + 1 };
  const [own, posts] = await Promise.all([messagesBehind(call.db, asked, asked), postsBehind(call.db, asked)]);
  const all = [
    ...own.map(({ id, direction, kind, at, body }) => ({ id, direction, kind, at, body: { ...body }, withdrawn: false })),
    ...posts.map(({ id, at, body, withdrawn }) => ({
      id,
      direction: 'out' as const,
      kind: 'push' as const,
      at,
      body: withdrawn ? {} : { ...body },
      withdrawn,
    })),
  ].toSorted((one, other) => other.at - one.at || (other.id > one.id ? 1 : -1));
  const list = all.slice(0, limit);
  const last = list.at(-1);
  return { list, next: all.length > limit && last ? placeOf(last) : null };
}

/** Menus and conversations at terminals. */
export const menuClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientMenu, menuFor),
  handleClient(contract.clientMenuClick, click),
  handleClient(contract.clientAccountMessages, messages),
];
