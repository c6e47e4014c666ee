import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { MailEndpoint } from '../../common/boxes/server.contract.ts';
import type { BoxKind, BoxState, SpecialFolder } from '../../common/boxes/words.ts';
import { loginNameOf, signInOf, type SignInFacts } from '../boxes/login.ts';
import type { MailPlaces, MailSignIn } from './place.ts';

/** Everything that the engine must know of a box and its server. */
export interface EngineBox {
  readonly id: string;
  readonly address: string;
  readonly aliases: readonly string[];
  readonly kind: BoxKind;
  readonly state: BoxState;
  readonly employeeId: string | null;
  readonly serverId: string;
  readonly domains: readonly string[];
  readonly places: MailPlaces;
  readonly ways: 'own' | 'stored' | 'master';
  readonly folders: Readonly<Record<SpecialFolder, string | null>>;
  readonly saveSent: 'append' | 'server';
  readonly limits: {
    readonly messageSize: number;
    readonly perAccount: number;
    readonly connections: number;
    readonly syncDays: number;
    readonly sendPerHour: number;
  };
  /** Under which name it is signed in to, before anything of a master. */
  readonly login: string;
  /** Null where no password is known. */
  readonly signIn: MailSignIn | null;
  /** Another one after everything that ends its connections. */
  readonly stamp: string;
}

interface Row {
  id: string;
  address: string;
  aliases: string[];
  kind: BoxKind;
  state: BoxState;
  employee_id: string | null;
  login: string | null;
  secret: string | null;
  server_id: string;
  domains: string[];
  incoming: MailEndpoint;
  outgoing: MailEndpoint;
  ways: EngineBox['ways'];
  master_user: string | null;
  master_separator: string;
  master_secret: string | null;
  login_from: 'address' | 'account' | 'template';
  login_template: string;
  folders: EngineBox['folders'];
  save_sent: EngineBox['saveSent'];
  limits: EngineBox['limits'];
  stamp: string;
}

const joined = sql`from mail_account a join mail_server s on s.id = a.server_id`;
const stamp = sql<string>`md5(concat_ws('|', a.epoch, a.secret, a.login, a.address, a.enabled, a.state = 'closed', s.id, s.version, s.enabled))`;

type Parts = Pick<Services, 'secrets'>;

/** Reads a box with its server, secrets opened; undefined where there is none. Whether it may be used is asked elsewhere. */
export async function readBox(services: Parts, db: Db, accountId: string): Promise<EngineBox | undefined> {
  const { rows } = await sql<Row>`select a.id, a.address, a.aliases, a.kind, a.state, a.employee_id, a.login, a.secret, a.server_id,
      s.domains, s.incoming, s.outgoing, s.sign_in as ways, s.master_user, s.master_separator, s.master_secret, s.login_from, s.login_template,
      s.folders, s.save_sent, s.limits, ${stamp} as stamp ${joined} where a.id = ${accountId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const facts = factsOf(row);
  return {
    id: row.id,
    address: row.address,
    aliases: row.aliases,
    kind: row.kind,
    state: row.state,
    employeeId: row.employee_id,
    serverId: row.server_id,
    domains: row.domains,
    places: { incoming: row.incoming, outgoing: row.outgoing },
    ways: row.ways,
    folders: row.folders,
    saveSent: row.save_sent,
    limits: row.limits,
    login: await loginNameOf(db, facts),
    signIn: await signInOf(services, db, facts),
    stamp: row.stamp,
  };
}

/** The stamps of boxes as they are now; those that are gone are not there. */
export async function stampsOf(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; stamp: string }>`select a.id, ${stamp} as stamp ${joined}
    where a.id = any(${[...accountIds]}::uuid[]) and a.enabled and a.state <> 'closed' and s.enabled`.execute(db);
  return new Map(rows.map((row) => [row.id, row.stamp]));
}

/** What signing in asks of the box and its server. */
const factsOf = (row: Row): SignInFacts => ({
  accountId: row.id,
  address: row.address,
  login: row.login,
  employeeId: row.employee_id,
  secret: row.secret,
  serverId: row.server_id,
  signIn: row.ways,
  loginFrom: row.login_from,
  loginTemplate: row.login_template,
  masterUser: row.master_user,
  masterSeparator: row.master_separator,
  masterSecret: row.master_secret,
  incoming: row.incoming,
  outgoing: row.outgoing,
});

/** Where the password of a box is sealed for. */
export const secretPlace = (row: string) => ({ table: 'mail_account', column: 'secret', row });
