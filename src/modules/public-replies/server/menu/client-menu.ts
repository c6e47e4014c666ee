import { sql } from 'kysely';
import type { ClientInput, ClientReply } from '#kit/common/client/client-endpoint.ts';
import { inEach } from '#kit/common/language.ts';
import { decideAudience, membershipOf } from '#kit/server/audience/audience.ts';
import { handleClient, sessionOf, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { notFound } from '#kit/server/refusal.ts';
import { directory } from '#modules/people/server/public.ts';
import { shownContent, type FrozenContent } from '#modules/public-content/server/public.ts';
import { firstOpen, noteInAccounts, standingTo, type Standing } from '#modules/public-accounts/server/public.ts';
import * as contract from '../../common/client.contract.ts';
import type { MenuChild, MenuEntry } from '../../common/menu/menu.contract.ts';
import { postsBehind } from '../inbox/account-messages.ts';
import { messagesBehind, placeOf, readPlace } from '../inbox/message-list.ts';
import { storeIncoming } from '../inbox/store.ts';
import { oneAtATime } from '../reply/one-at-a-time.ts';
import { deliveredBody, deliverKept } from '../inbox/deliver.ts';
import { answerByContent, answerByRule } from './menu-reply.ts';
import { publishedMenu } from './menus.ts';

/** The entries of a menu that this person sees; one whose children are all hidden is hidden too. */
async function seenBy(call: ClientCall, entries: readonly MenuEntry[]): Promise<MenuEntry[]> {
  const { uid } = sessionOf(call);
  const all = entries.flatMap((entry) => [entry, ...entry.children]);
  const membership = all.some(({ members }) => members.length > 0) ? await membershipOf(call.db, directory, uid) : undefined;
  const sees = ({ members }: MenuChild): boolean =>
    members.length === 0 || (membership !== undefined && decideAudience(members, membership).included);
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
    await oneAtATime(tx, uid);
    const { rows } = await sql`insert into sno_menu_click (sno_id, employee_id, client_id, entry_key, at)
      values (${snoId}::uuid, ${uid}::uuid, ${clientId}::uuid, ${key}, ${at}) on conflict do nothing returning client_id`.execute(tx);
    if (rows.length === 0) return { isNew: false, answers: [] };
    await noteInAccounts(tx, [
      { snoId, tab: 'reply', kind: 'menu', employeeId: uid, result: 'done', detail: { key, name: found.name, target: target.kind } },
    ]);
    if (target.kind !== 'reply' && target.kind !== 'content') return { isNew: true, answers: [] };
    const { id: messageId } = await storeIncoming(tx, { snoId, employeeId: uid, clientId, kind: 'menu', body: { key, text: name }, at });
    const clicked = { snoId, employeeId: uid, messageId, at };
    const answers =
      target.kind === 'reply'
        ? await answerByRule(tx, clicked, target.ruleId)
        : await answerByContent(tx, clicked, { content: target.ref, by: { id: key, name } });
    return { isNew: true, answers };
  });
  await deliverKept(services, done.answers);
  return { target, isNew: done.isNew };
}

/** Opening an account is what brings the welcome to who follows it without asking; asked for on the first page only, and written once. */
async function welcomed(call: ClientCall, standing: Standing): Promise<void> {
  if (standing.mode === 'allowed' || !standing.follows) return;
  const { rows } = await sql`select from sno_fan where sno_id = ${standing.snoId}::uuid and employee_id = ${sessionOf(call).uid}::uuid
    and followed_at is not null`.execute(call.db);
  if (rows.length === 0) await firstOpen(call, standing);
}

/** Pushes and conversation of a person with an account, the newest first. */
async function messages(
  call: ClientCall,
  { snoId, after, limit }: ClientInput<typeof contract.clientAccountMessages>,
): Promise<ClientReply<typeof contract.clientAccountMessages>> {
  const { uid } = sessionOf(call);
  const standing = await standingTo(call.db, snoId, uid);
  const place = readPlace(after);
  if (!place) await welcomed(call, standing);
  const asked = { snoId, employeeId: uid, language: call.caller.language, place, limit: limit + 1 };
  const [own, posts] = await Promise.all([messagesBehind(call.db, asked, asked), postsBehind(call.db, asked)]);
  const shownOwn = await Promise.all(
    own.map(async ({ id, direction, kind, at, body }) => ({ id, direction, kind, at, body: await bodyFor(call, body), withdrawn: false })),
  );
  const all = [
    ...shownOwn,
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

/** What a terminal shows of a message: content as it was when it was sent, in the person's language. */
async function bodyFor({ db, caller }: ClientCall, body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const card = deliveredBody(body);
  if (body['frozen'] === undefined) return card;
  const { title, parts } = await shownContent(db, body['frozen'] as FrozenContent, caller.language);
  return {
    ...card,
    title,
    parts: parts.map((part) => ({ title: part.title, html: part.html, text: part.text, fileIds: [...part.fileIds] })),
  };
}

/** Menus and conversations at terminals. */
export const menuClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientMenu, menuFor),
  handleClient(contract.clientMenuClick, click),
  handleClient(contract.clientAccountMessages, messages),
];
