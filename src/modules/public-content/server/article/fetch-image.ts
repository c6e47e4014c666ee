import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { assertWorks } from '#modules/public-accounts/server/public.ts';
import type { articleFetchImage } from '../../common/article.contract.ts';
import { limits } from '../../common/words.ts';
import { keepPicture } from '../material/content-files.ts';
import { materials } from '../material/materials.ts';

const timeoutMs = 10_000;

/** Why a picture could not be had, in a word that everybody understands. */
const reasonOf = (error: unknown): string => {
  const category: unknown = Reflect.get(Object(error), 'category');
  return typeof category === 'string' ? category : 'failed';
};

async function bytesOf({ services }: Pick<Call, 'services'>, url: URL): Promise<Buffer> {
  const refused = (reason: string): Refusal => new Refusal(15055, { host: url.hostname, reason });
  const reply = await services.outbound.fetch(url, { timeoutMs, maxBytes: limits.image }).catch((error: unknown) => {
    throw refused(reasonOf(error));
  });
  if (!reply.ok) {
    await reply.discard().catch(() => undefined);
    throw refused(`HTTP ${reply.status}`);
  }
  return reply.bytes().catch((error: unknown) => {
    throw refused(reasonOf(error));
  });
}

/** Fetches a picture of another site through the guard (15055), checks it as an uploaded one (15054) and adds it to the account's pictures. */
export async function fetchPicture(call: Call, { snoId, url }: Parsed<typeof articleFetchImage>): Promise<Reply<typeof articleFetchImage>> {
  const { caller, db, services } = call;
  await assertWorks(db, caller.scope(), snoId, 'write');
  const address = new URL(url);
  const last = address.pathname.split('/').at(-1) ?? '';
  const name = (/^[\w.-]{1,80}$/.test(last) ? last : '') || address.hostname.slice(0, 80);
  const kept = await keepPicture(services, await bytesOf(call, address), { snoId, name, owner: caller.uid });
  const { id } = await call.write((tx) =>
    materials.add(tx, call, { name, snoId, kind: 'image', groupId: null, fileId: kept.id, posterId: null, text: null }),
  );
  return { materialId: id, fileId: kept.id };
}
