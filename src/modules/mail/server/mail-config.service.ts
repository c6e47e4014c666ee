import { X509Certificate } from 'node:crypto';
import type { Parsed } from '#kit/common/contract.ts';
import type { Caller } from '#kit/server/caller.ts';
import { changeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import type { Tx } from '#kit/server/directory.ts';
import { newId } from '#kit/server/ids.ts';
import { InvalidInput, type IssueDraft } from '#kit/server/refusal.ts';
import { checkMailAddress } from '#platform/mail/mail-address.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { MailServerDraft, mailUpdate } from '../common/mail-config.contract.ts';
import { isDkimKey, makeDkimKey } from './dkim.ts';
import { readConfig, type ConfigRow } from './mail-config.query.ts';
import { mailConfigKind } from './mail.kinds.ts';
import type { StoredServer } from './mail.table.ts';
import { dkimPlace, openServerSecrets, sealServerSecrets, secretFor, targetOf, type KeptSecrets } from './server-secrets.ts';

type Change = Parsed<typeof mailUpdate>;
const issue = (path: string, key: string): IssueDraft => ({ path, namespace: 'mail', key });

/** Changes how mail leaves. Refuses with 10409 when the version is an old one, 10400 at the field that can't be. */
export async function updateConfig(tx: Tx, caller: Caller, secrets: Secrets, input: Change): Promise<void> {
  const { version, servers, dkim, ...plain } = input;
  const row = await readConfig(tx);
  const fields: Record<string, unknown> = { ...plain };
  const issues = [...addressIssues(plain)];
  for (const name of ['fromAddress', 'replyTo', 'testTo'] as const) {
    const written = plain[name];
    // Kept as it goes over the wire: the domain in ASCII.
    if (typeof written === 'string') fields[name] = checkMailAddress(written) ?? written;
  }
  if (servers) {
    const made = serversOf(servers, { row, kept: openServerSecrets(secrets, row) });
    issues.push(...made.issues);
    fields['servers'] = made.servers;
    fields['secrets'] = Object.keys(made.kept).length > 0 ? sealServerSecrets(secrets, row.id, made.kept) : null;
  }
  if (dkim !== undefined) {
    const key = dkim?.newKey ? makeDkimKey() : dkim?.key;
    if (key !== undefined && !isDkimKey(key)) issues.push(issue('dkim', 'issue.dkimKey'));
    if (dkim && key === undefined && row.dkim_key === null) issues.push(issue('dkim', 'issue.dkimNoKey'));
    fields['dkim'] = dkim && { domain: dkim.domain.toLowerCase(), selector: dkim.selector };
    if (dkim === null) fields['dkimKey'] = null;
    else if (key !== undefined) fields['dkimKey'] = secrets.seal(key, dkimPlace(row.id));
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  await changeObjects(tx, caller, mailConfigKind, [{ id: row.id, version, fields: fields as Fields }]);
}

/** What is wrong with the addresses. */
export function addressIssues(plain: Pick<Change, 'fromAddress' | 'replyTo' | 'testTo'>): IssueDraft[] {
  return (['fromAddress', 'replyTo', 'testTo'] as const)
    .filter((name) => typeof plain[name] === 'string' && checkMailAddress(plain[name]) === undefined)
    .map((name) => issue(name, 'issue.address'));
}

interface Made {
  servers: StoredServer[];
  kept: KeptSecrets;
  issues: IssueDraft[];
}

/** The servers as they are kept, each with its secret: the entered one, or the stored one where it is still for the same. */
function serversOf(drafts: readonly MailServerDraft[], before: { row: ConfigRow; kept: KeptSecrets }): Made {
  const known = new Set(before.row.servers.map(({ key }) => key));
  const made: Made = { servers: [], kept: {}, issues: [] };
  const kept: Record<string, { target: string; secret: string }> = {};
  for (const [index, { secret, ...draft }] of drafts.entries()) {
    const isKnown = draft.key !== null && known.delete(draft.key);
    const server: StoredServer = { ...draft, key: isKnown && draft.key !== null ? draft.key : newId().replaceAll('-', '') };
    const at = (field: string, key: string): void => void made.issues.push(issue(`servers.${index}.${field}`, key));
    made.issues.push(...serverIssues(server, `servers.${index}`));
    made.servers.push(server);
    if (server.auth === 'none') continue;
    const own = secret ?? secretFor(before.kept, server);
    if (own === undefined) at('secret', isKnown ? 'issue.secretAgain' : 'issue.secret');
    else kept[server.key] = { target: targetOf(server), secret: own };
  }
  return { ...made, kept };
}

/** What is wrong with a server as it is kept. */
export function serverIssues(server: StoredServer, path: string): IssueDraft[] {
  const issues: IssueDraft[] = [];
  const at = (field: string, key: string): void => void issues.push(issue(`${path}.${field}`, key));
  if (server.security === 'none' && !server.allowPlain && !isLoopback(server.host)) at('security', 'issue.plain');
  if (server.auth !== 'none' && server.account === null) at('account', 'issue.account');
  if (server.auth === 'oauth2' && (server.tokenUrl === null || server.clientId === null)) at('tokenUrl', 'issue.token');
  if (server.ca !== null && !isCertificate(server.ca)) at('ca', 'issue.ca');
  return issues;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== '';
  } catch {
    return false;
  }
}
