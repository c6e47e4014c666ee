export { cleanForeignHtml } from './clean-foreign.ts';
export { cleanHtml } from './clean-html.ts';
import type { Language } from '#kit/common/language.ts';
import type { Services } from '#kit/server/services.ts';
import type { Db } from '#kit/server/directory.ts';
import { readConfig } from './mail-config.query.ts';
import { unreached } from './sender/outbox.ts';

/** Why a mail was not sent, in words; what is no code of ours stays as it is. */
export function failureText(texts: Services['texts'], language: Language, failure: string | null): string | null {
  if (failure === null) return null;
  const key = `failure.${failure.replace(unreached, '')}`;
  const text = texts.text(language, 'mail', key);
  return text === key ? failure : text;
}

/** Whether mail can leave: there is a server and an address to send from. */
export async function mailReady(db: Db): Promise<boolean> {
  const { servers, from_address: from } = await readConfig(db);
  return servers.length > 0 && from !== '';
}
