import { X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { code } from '#kit/common/codes.ts';
import type { Caller } from '#kit/server/caller.ts';
import type { Operation, OperationIssue } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { Refusal } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import type { MailEndpoint, MailServerFields } from '../../common/boxes/server.contract.ts';
import { loginPlaces } from '../../common/boxes/words.ts';
import { issueAt } from './issues.ts';

type ServerOperation = Operation<MailServerFields>;

/** What rules look at of a server as it stands. */
type Stored = Pick<
  MailServerFields,
  'incoming' | 'outgoing' | 'allowPlain' | 'signIn' | 'masterUser' | 'masterSecret' | 'loginFrom' | 'loginTemplate'
> & {
  id: string;
  works: boolean | null;
};

const stepUpMillis = 5 * 60_000;

/** What is wrong with each of these operations on servers. */
export async function serverIssues(tx: Tx, caller: Caller, operations: readonly ServerOperation[]): Promise<OperationIssue[][]> {
  const { rows } = await sql<Stored>`select id::text as id, incoming, outgoing, allow_plain as "allowPlain", sign_in as "signIn",
      master_user as "masterUser", master_secret as "masterSecret", login_from as "loginFrom", login_template as "loginTemplate",
      (health ->> 'ok')::boolean as works
    from mail_server where id = any(${operations.map(({ id }) => id)}::uuid[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const all: OperationIssue[][] = [];
  for (const { id, action, after } of operations) {
    const stored = known.get(id);
    if (!after || action === 'delete') {
      all.push([]);
      continue;
    }
    if (after.allowPlain === true && stored?.allowPlain !== true && action !== 'restore' && clock.now() - caller.confirmedAt > stepUpMillis)
      throw new Refusal(code.stepUp);
    all.push([
      ...placeIssues({ ...stored, ...after }),
      ...signInIssues({ ...stored, ...after }, action === 'create'),
      ...(after.domains === undefined ? [] : await domainIssues(tx, id, after.domains)),
      ...(action !== 'create' && action !== 'restore' && after.enabled === true && stored?.works !== true
        ? [issueAt('enabled', 'issue.notTested')]
        : []),
    ]);
  }
  return all;
}

function placeIssues({ incoming, outgoing, allowPlain }: Partial<MailServerFields>): OperationIssue[] {
  const places: [string, MailEndpoint | undefined][] = [
    ['incoming', incoming],
    ['outgoing', outgoing],
  ];
  return places.flatMap(([path, place]) => [
    ...(place?.security === 'plain' && allowPlain !== true ? [issueAt(`${path}.security`, 'issue.plain')] : []),
    ...(place?.ca && !isCertificate(place.ca) ? [issueAt(`${path}.ca`, 'issue.ca')] : []),
  ]);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}

function signInIssues(server: Partial<MailServerFields>, isNew: boolean): OperationIssue[] {
  const { signIn, masterUser, masterSecret, loginFrom, loginTemplate } = server;
  const master = signIn === 'master';
  return [
    ...(master && !masterUser ? [issueAt('masterUser', 'issue.master')] : []),
    ...(master && isNew && !masterSecret ? [issueAt('masterSecret', 'issue.masterSecret')] : []),
    ...(loginFrom === 'template' && !isLoginTemplate(loginTemplate ?? '') ? [issueAt('loginTemplate', 'issue.template')] : []),
  ];
}

const isLoginTemplate = (template: string): boolean => {
  const named = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? '');
  return named.length > 0 && named.every((name) => loginPlaces.some((known) => known === name));
};

/** A domain belongs to one server: mail of it is looked for there. */
async function domainIssues(tx: Tx, id: string, domains: readonly string[]): Promise<OperationIssue[]> {
  if (domains.length === 0) return [];
  const { rows } = await sql<{ domain: string; name: string }>`select d.value as domain, s.name
    from mail_server s, jsonb_array_elements_text(s.domains) as d(value)
    where s.id <> ${id}::uuid and d.value = any(${[...domains]}) limit 1`.execute(tx);
  return rows.map(({ domain, name }) => issueAt('domains', 'issue.domainTaken', { domain, name }));
}
