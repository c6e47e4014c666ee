import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { CoreServices } from '#kit/server/services.ts';
import { directory } from '#modules/people/server/public.ts';
import type { MailEndpoint } from '../../common/boxes/server.contract.ts';
import { loginPlaces, type loginSources, type signIns } from '../../common/boxes/words.ts';
import './tables.ts';

/** What signing in to a box needs to know of it and its server. */
export interface SignInFacts {
  readonly accountId: string;
  readonly address: string;
  readonly login: string | null;
  readonly employeeId: string | null;
  readonly secret: string | null;
  readonly serverId: string;
  readonly signIn: (typeof signIns)[number];
  readonly loginFrom: (typeof loginSources)[number];
  readonly loginTemplate: string;
  readonly masterUser: string | null;
  readonly masterSeparator: string;
  readonly masterSecret: string | null;
  readonly incoming: MailEndpoint;
  readonly outgoing: MailEndpoint;
}

/** Returns what signing in to a box needs to know; undefined where there is no such box. */
export async function signInFacts(db: Db, accountId: string): Promise<SignInFacts | undefined> {
  const { rows } = await sql<SignInFacts>`select a.id as "accountId", a.address, a.login, a.employee_id as "employeeId", a.secret,
      s.id as "serverId", s.sign_in as "signIn", s.login_from as "loginFrom", s.login_template as "loginTemplate",
      s.master_user as "masterUser", s.master_separator as "masterSeparator", s.master_secret as "masterSecret", s.incoming, s.outgoing
    from mail_account a join mail_server s on s.id = a.server_id where a.id = ${accountId}::uuid`.execute(db);
  return rows[0];
}

/** The name under which a box is signed in to: its own, or as its server says. */
export async function loginNameOf(db: Db, facts: SignInFacts): Promise<string> {
  const { login, address, loginFrom, loginTemplate, employeeId } = facts;
  if (login !== null) return login;
  if (loginFrom === 'address') return address;
  const [local, domain] = [address.slice(0, address.lastIndexOf('@')), address.slice(address.lastIndexOf('@') + 1)];
  const keys = employeeId === null ? undefined : await directory.keysOf(db, employeeId);
  // A box of nobody is known to its server by what stands before the @.
  const account = keys?.account ?? local;
  if (loginFrom === 'account') return account;
  const values: Record<(typeof loginPlaces)[number], string> = { address, local, domain, account, employeeNo: keys?.employeeNo ?? '' };
  return loginPlaces.reduce((text, name) => text.replaceAll(`{${name}}`, values[name]), loginTemplate);
}

/** Who signs in at the server of a box, with the password in the clear; null where nobody typed one yet. */
export async function signInOf(
  { secrets }: Pick<CoreServices, 'secrets'>,
  db: Db,
  facts: SignInFacts,
): Promise<{ user: string; password: string } | null> {
  const user = await loginNameOf(db, facts);
  const { signIn, masterUser, masterSeparator, masterSecret, secret, serverId, accountId } = facts;
  if (signIn !== 'master')
    return secret === null ? null : { user, password: secrets.open(secret, { table: 'mail_account', column: 'secret', row: accountId }) };
  if (masterUser === null || masterSecret === null) return null;
  const password = secrets.open(masterSecret, { table: 'mail_server', column: 'master_secret', row: serverId });
  return { user: `${user}${masterSeparator}${masterUser}`, password };
}
