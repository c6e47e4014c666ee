import { Resolver } from 'node:dns/promises';
import type { LookUp } from '../common/mail-config.contract.ts';
import { dkimRecord, publishedKey } from './dkim.ts';

/** Two questions of at most this long each stay within ten seconds. */
const waitMillis = 4_000;
const mostLetters = 1_000;

/** Asks the name servers of the machine, or these. */
export function openLookUp(servers?: readonly string[]): (name: string) => Promise<readonly string[] | undefined> {
  const resolver = new Resolver({ timeout: waitMillis / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), waitMillis);
    });
    try {
      return await Promise.race([resolver.resolveTxt(name).then((found) => found.map((parts) => parts.join(''))), late]);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
    } finally {
      clearTimeout(timer);
      resolver.cancel();
    }
  };
}

type Ask = ReturnType<typeof openLookUp>;

const result = (state: LookUp['state'], name: string, found: string | null = null): LookUp => ({
  state,
  name,
  found: found === null ? null : found.slice(0, mostLetters),
});

/** Whether the domain publishes the key with which we sign (RFC 6376). */
export async function lookUpDkim(ask: Ask, dkim: { domain: string; selector: string } | null, key: string | undefined): Promise<LookUp> {
  if (!dkim || key === undefined) return result('notSet', '');
  const { name } = dkimRecord(dkim, key);
  const texts = await ask(name);
  if (!texts) return result('noAnswer', name);
  const records = texts.filter((text) => /(?:^|;)\s*p\s*=/.test(text));
  const [record] = records;
  if (record === undefined) return texts.length > 0 ? result('malformed', name, texts[0] ?? null) : result('missing', name);
  if (records.length > 1) return result('several', name, record);
  const published = /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replace(/\s+/g, '') ?? '';
  return result(published === publishedKey(key) ? 'ok' : 'different', name, record);
}

/** What the domain of the sender says about who may send for it (RFC 7208): exactly one record. */
export async function lookUpSpf(ask: Ask, fromAddress: string): Promise<LookUp> {
  const name = fromAddress.slice(fromAddress.lastIndexOf('@') + 1);
  if (name === '') return result('notSet', '');
  const texts = await ask(name);
  if (!texts) return result('noAnswer', name);
  const records = texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
  const [record] = records;
  if (record === undefined) return result('missing', name);
  if (records.length > 1) return result('several', name, record);
  return result(/^v=spf1(?: +[-+~?]?[a-z0-9_.]+(?:[:=/][^\s]*)?)* *$/i.test(record) ? 'ok' : 'malformed', name, record);
}
