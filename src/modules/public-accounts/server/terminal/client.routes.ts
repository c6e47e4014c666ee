import { Readable } from 'node:stream';
import { sql, type RawBuilder } from 'kysely';
import { inEach, type LocalDraft } from '#kit/common/language.ts';
import { handleClient, type BoundClientRoute, type ClientCall } from '#kit/server/client/handle-client.ts';
import { containing } from '#kit/server/read-page.ts';
import { notFound } from '#kit/server/refusal.ts';
import * as contract from '../../common/client.contract.ts';
import { standingsOf, type Standing } from '../fans.ts';
import { follow, standingTo, unfollow } from '../follow.ts';
import { logosFor } from '../logos/who-sees.ts';

interface StoredAccount {
  id: string;
  code: string;
  name: LocalDraft;
  description: LocalDraft | null;
  type: 'subscription' | 'service';
  category: string;
  order: number;
  mayLeave: boolean;
  allowMessage: boolean;
}

const always = sql<boolean>`true`;

/** Accounts as the person of a call is shown them, in their order. */
async function shown(
  { db, caller }: ClientCall,
  standings: readonly Standing[],
  where: RawBuilder<boolean> = always,
): Promise<contract.ClientAccount[]> {
  const byId = new Map(standings.map((standing) => [standing.snoId, standing]));
  const { rows } = await sql<StoredAccount>`select t.id, t.code, t.name, t.description, t.type, t.category, t.position as "order",
      t.allow_unfollow as "mayLeave", t.allow_message as "allowMessage"
    from sno t where t.id = any(${[...byId.keys()]}::uuid[]) and ${where} order by t.position, t.code`.execute(db);
  const logos = await logosFor(
    db,
    caller.uid,
    rows.map(({ id }) => id),
  );
  return rows.map(({ mayLeave, ...row }) => {
    const { mode, follows } = byId.get(row.id)!;
    const logo = logos.get(row.id);
    return {
      ...row,
      name: inEach(row.name),
      description: inEach(row.description ?? {}),
      mode,
      following: follows,
      mayLeave: mayLeave && mode !== 'forced',
      logo: logo ? { id: logo.id, dark: logo.dark } : null,
    };
  });
}

async function list(
  call: ClientCall,
  { tab, text }: { tab: 'mine' | 'find'; text?: string | undefined },
): Promise<contract.ClientAccount[]> {
  const standings = (await standingsOf(call.db, call.caller.uid)).filter(({ blocked }) => !blocked);
  const found = text ? sql<boolean>`(t.name::text ilike ${containing(text)} or t.code ilike ${containing(text)})` : always;
  if (tab === 'mine')
    return shown(
      call,
      standings.filter(({ follows }) => follows),
      found,
    );
  return shown(call, standings, sql<boolean>`t.listed and ${found}`);
}

/** Sends the picture of a logo to whoever is in the audience of its account. */
async function picture({ db, caller, response }: ClientCall, input: { id: string; dark: boolean; size: 256 | 1024 }): Promise<undefined> {
  const { rows } = await sql<{ snoId: string; data: Buffer }>`select l.sno_id as "snoId",
      ${input.size === 256 ? sql`p.small` : sql`p.large`} as data
    from sno_logo l join sno_picture p on p.file_id = ${input.dark ? sql`coalesce(l.dark_file_id, l.file_id)` : sql`l.file_id`}
    where l.id = ${input.id}::uuid`.execute(db);
  const [found] = rows;
  if (!found || !(await standingsOf(db, caller.uid)).some(({ snoId }) => snoId === found.snoId)) throw notFound();
  await response
    .header('content-type', 'image/webp')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=300')
    .header('content-length', String(found.data.length))
    .send(Readable.from([found.data]));
  return undefined;
}

/** Accounts at terminals. */
export const accountClientRoutes: readonly BoundClientRoute[] = [
  handleClient(contract.clientAccountList, async (call, input) => ({ list: await list(call, input) })),
  handleClient(contract.clientAccountGet, async (call, { snoId }) => {
    const [account] = await shown(call, [await standingTo(call.db, snoId, call.caller.uid)]);
    if (!account) throw notFound();
    return account;
  }),
  handleClient(contract.clientAccountFollow, (call, { snoId }) => follow(call, snoId)),
  handleClient(contract.clientAccountUnfollow, (call, { snoId }) => unfollow(call, snoId)),
  handleClient(contract.clientLogo, picture),
];
