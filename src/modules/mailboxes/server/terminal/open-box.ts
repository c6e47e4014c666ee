import { sql } from 'kysely';
import { platforms, type Platform } from '#kit/common/client/platforms.ts';
import { sessionOf, type ClientCall } from '#kit/server/client/handle-client.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, notFound, Refusal } from '#kit/server/refusal.ts';
import { perProduct } from '#kit/server/per-product.ts';
import type { BoxRight, MailFunction } from '../../common/boxes/words.ts';
import { readBox, type EngineBox } from '../engine/box.ts';
import { MailFault, mailFaultOf } from '../engine/fault.ts';
import { boxesOf, mayUseMail, rightsIn, type BoxAccount, type MailUse, type OpenBox } from '../reach.ts';

/** What is written of who opens the box of somebody else. */
export type AccessAction = 'read' | 'flag' | 'move' | 'delete' | 'send' | 'draft';

/** A box that somebody may work in. */
export interface OpenedBox {
  readonly box: EngineBox;
  readonly account: BoxAccount;
  readonly use: MailUse;
  readonly rights: ReadonlySet<BoxRight>;
  readonly own: boolean;
  readonly ways: readonly OpenBox[];
}

/** Box, folder and rights that a call asks for. */
export interface BoxRequest {
  readonly accountId: string;
  /** The folder in which it works; null: none in particular. */
  readonly folder: string | null;
  readonly uses: MailFunction;
  /** Any of these rights is enough. */
  readonly rights: readonly BoxRight[];
  readonly action: AccessAction;
}

/** The platform of a terminal. */
export const platformOf = ({ terminal }: ClientCall): Platform => platforms.find((one) => one === terminal.platform) ?? 2;

/** What somebody may do with mail on this terminal (17001 where nothing, or not this). */
export async function mailUseOf(call: ClientCall, uses: MailFunction | null): Promise<MailUse> {
  const use = await mayUseMail(call.db, call.caller.uid, platformOf(call));
  if (!use || (uses !== null && !use.functions.has(uses))) throw new Refusal(17001);
  return use;
}

/** Opens a box for a call: mail on this terminal, then the box, then the right. Nothing kept is answered before that. */
export async function openBox(call: ClientCall, wish: BoxRequest): Promise<OpenedBox> {
  const { db, services, caller } = call;
  const use = await mailUseOf(call, wish.uses);
  const all = await boxesOf(db, caller.uid);
  const ways = all.filter(({ account }) => account.id === wish.accountId);
  const [first] = ways;
  // A box that is not there, one that is not open to the person, and one that no longer is read alike.
  if (!first) throw noRight(wish.rights[0] ?? 'read');
  const { rights, authIds, own } = rightsIn(all, wish.accountId, wish.folder);
  if (!wish.rights.some((one) => rights.has(one))) throw noRight(wish.rights[0] ?? 'read');
  const box = await readBox(services, db, wish.accountId);
  if (!box) throw notFound();
  if (box.employeeId !== caller.uid) await noteAccess(call, first.account, { authIds, action: wish.action });
  return { box, account: first.account, use, rights, own, ways };
}

/** A right that is missing (17005). */
export const noRight = (right: BoxRight): Refusal =>
  new Refusal(17005, { right: { namespace: 'mailboxes', key: `mailAuth.rights.${right}` } }, { right });

/** Whether a grant, or being its owner, opens this folder with this right. */
export const mayIn = (ways: readonly OpenBox[], folder: string, right: BoxRight): boolean =>
  ways.some(({ folders, rights }) => (folders === null || folders.includes(folder)) && rights.includes(right));

/** One row in so long for the same person, box, action and terminal: it tells who opened it when, not how often they turned a page. */
const againMillis = 15 * 60_000;
const mostNoted = 10_000;
const notedOf = perProduct(() => new Map<string, number>());

async function noteAccess(
  call: ClientCall,
  account: BoxAccount,
  { authIds, action }: { authIds: readonly string[]; action: AccessAction },
) {
  const { db, services, caller } = call;
  const now = services.now();
  const noted = notedOf(services);
  const key = [caller.uid, account.id, action, call.terminal.installId, ...authIds].join('|');
  const last = noted.get(key);
  if (last !== undefined && Math.abs(now - last) < againMillis) return;
  if (noted.size >= mostNoted) noted.clear();
  await sql`insert into mail_access (at, id, account_id, address, employee_id, employee_name, auth_id, action, platform) values (${now},
    ${newId()}::uuid, ${account.id}::uuid, ${account.address}, ${caller.uid}::uuid, ${sessionOf(call).name}, ${authIds[0] ?? null}::uuid,
    ${action}, ${call.terminal.platform})`.execute(db);
  if (authIds.length > 0) await sql`update mail_auth set last_used_at = ${now} where id = any(${[...authIds]}::uuid[])`.execute(db);
  noted.set(key, now);
}

/** A fault of a mail server as terminals are answered. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof InvalidInput) return error;
  const { fault } = error instanceof MailFault ? error : mailFaultOf(error);
  if (fault === 'signIn') return new Refusal(17002);
  if (fault === 'full') return new Refusal(17004);
  if (fault === 'missing') return notFound();
  return new Refusal(17003, { category: { namespace: 'mailboxes', key: `fault.${fault}` } }, { class: fault });
}

/** Runs work that talks with a mail server; what fails is a refusal in the product's codes. */
export async function talking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Programming errors stay what they are: they have no class of their own.
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    throw refusalOf(error);
  }
}
