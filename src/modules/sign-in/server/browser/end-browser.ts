import { randomBytes } from 'node:crypto';
import type { Call } from '#kit/server/handle.ts';
import { hashOf } from '#kit/server/session/session-cookie.ts';
import { AnswerRefused } from '../answer-refused.ts';
import type { AuthSettingTable } from '../auth-setting/auth-setting.table.ts';
import { failureOf } from '../failure.ts';
import { matchPeople, onePerson } from '../match-person.ts';
import { toLogin } from '../open-way.ts';
import type { Identity } from '../redirect-way.ts';

/** The sign-in of a terminal that a browser begins with this word; undefined for what is none, or of another way. */
export async function browserOf({ db, services }: Call, { id }: AuthSettingTable, word: string | undefined): Promise<string | undefined> {
  if (word === undefined) return undefined;
  const row = await db
    .selectFrom('sign_in_browser')
    .select('id')
    .where('word_hash', '=', hashOf(word))
    .where('setting_id', '=', id)
    .where('uid', 'is', null)
    .where('expires_at', '>', services.now())
    .executeTakeFirst();
  return row?.id;
}

const codeMillis = 60_000;

/** The browser goes back to the terminal: with a code that opens a session together with the terminal's secret, or with the word that it was refused. */
export async function endBrowser(
  call: Call,
  { row, id, identity }: { row: AuthSettingTable; id: string; identity: () => Promise<Identity> },
): Promise<void> {
  const { db, services } = call;
  const request = await db
    .selectFrom('sign_in_browser')
    .select(['return_link', 'state'])
    .where('id', '=', id)
    .where('expires_at', '>', services.now())
    .executeTakeFirst();
  if (!request || !row.enabled || row.audience === 'console') return toLogin(call, { problem: '11024' });
  const back = (words: Record<string, string>): void => {
    const link = new URL(request.return_link);
    for (const [name, value] of Object.entries({ ...words, state: request.state })) link.searchParams.set(name, value);
    void call.response.header('cache-control', 'no-store').redirect(link.href, 303);
  };
  const refused = async (why: string, isUnknown: boolean): Promise<void> => {
    call.caller.note({ way: row.code, why });
    await services.signIn?.refused(db, row.code, services.now());
    const { address, userAgent } = call.caller;
    const reason = isUnknown ? (why === 'disabled' ? 'disabled' : 'unknownAccount') : 'provider';
    await services.signInLog.write(db, { side: 'client', event: 'refuse', kind: row.kind, reason, address, userAgent });
    await db.deleteFrom('sign_in_browser').where('id', '=', id).execute();
    back({ error: '23023' });
  };
  try {
    const { attributes, strong } = await identity();
    const { person, why } = onePerson(await matchPeople({ db, directory: services.directory }, attributes, row.match));
    if (!person) return await refused(why, true);
    const code = randomBytes(32).toString('base64url');
    const values = { code_hash: hashOf(code), uid: person.uid, strong, expires_at: services.now() + codeMillis };
    await db.updateTable('sign_in_browser').set(values).where('id', '=', id).execute();
    call.caller.touch({ kind: 'employee', id: person.uid, name: person.name });
    back({ code });
  } catch (error) {
    await refused(error instanceof AnswerRefused ? error.reason : failureOf(error).reason, false);
  }
}
