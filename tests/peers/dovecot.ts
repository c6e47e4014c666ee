import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { makeCertificates } from './certificates.ts';
import { freePort } from './free-port.ts';
import { reachable } from './reachable.ts';

/** A real Dovecot on loopback. */
export interface Dovecot {
  /** TLS from the start. */
  readonly tlsPort: number;
  /** STARTTLS and plain. */
  readonly port: number;
  readonly ca: string;
  /** What ALLOWED_NETWORKS needs. */
  readonly allowed: string[];
  /** How often somebody was let in, or refused, since it began. */
  signIns(): { passed: number; refused: number };
  /** Stops answering without closing its connections, until it goes on. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Who may open every mailbox, with the separator between both names. */
export const keeper = { user: 'keeper', password: 'keeper-secret-1', separator: '*' };

const program = '/usr/sbin/dovecot';
const ownFolders = { Drafts: 'Drafts', Sent: 'Sent', Trash: 'Trash', Archive: 'Archive' };

interface DovecotOptions {
  /** 127.0.0.1 unless another name is given. */
  readonly certificateFor?: string;
  /** Mailbox size in KiB; 5 MiB unless said. */
  readonly quotaKib?: number;
}

/** Whose processes they are: of the accounts that the package brought where root starts it, else of who does. */
function ids(): { user: string; group: string; login: string; lines: string[] } {
  const { uid, username } = userInfo();
  if (uid === 0) return { user: 'dovecot', group: 'dovecot', login: 'dovenull', lines: [] };
  const group = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => Number(id) === userInfo().gid)?.[0];
  const lines = [
    `default_internal_user = ${username}`,
    `default_internal_group = ${group ?? username}`,
    `default_login_user = ${username}`,
    // Only root may change the root of a process.
    'service imap-login {\n  chroot =\n}',
    'service anvil {\n  chroot =\n}',
  ];
  return { user: username, group: group ?? username, login: username, lines };
}

function configOf(folder: string, of: { port: number; tlsPort: number; quotaKib: number }): string {
  const { user, group, lines } = ids();
  const folders = Object.entries(ownFolders).map(
    ([name, use]) => `  mailbox ${name} {\n    auto = subscribe\n    special_use = \\${use}\n  }`,
  );
  return `
base_dir = ${folder}/base
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/peer.crt
ssl_key = <${folder}/peer.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_master_user_separator = ${keeper.separator}
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
mail_max_userip_connections = 100
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = ${folder}/masters
  master = yes
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${folder}/mail/%u allow_all_users=yes
}
mail_plugins = quota acl
protocol imap {
  mail_plugins = quota imap_quota acl imap_acl
}
plugin {
  quota = maildir:User quota
  quota_rule = *:storage=${of.quotaKib}K
  acl = vfile
  acl_user = %u
}
namespace inbox {
  inbox = yes
  separator = /
${folders.join('\n')}
}
# Who was refused is not kept waiting ever longer.
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  inet_listener imap {
    port = ${of.port}
  }
  inet_listener imaps {
    port = ${of.tlsPort}
  }
}
${lines.join('\n')}
`;
}

/** Starts it with these people: names with their passwords. */
export async function startDovecot(people: Readonly<Record<string, string>>, options: DovecotOptions = {}): Promise<Dovecot> {
  // Started by root its processes run as others, for whom a temporary folder of root's alone is closed.
  const folder = mkdtempSync(path.join(userInfo().uid === 0 ? '/tmp' : tmpdir(), 'wheelhouse-dovecot-'));
  const file = (name: string): string => path.join(folder, name);
  // Its processes run under several accounts, which must come to their sockets.
  chmodSync(folder, 0o755);
  for (const name of ['base', 'state', 'mail']) mkdirSync(file(name));
  const { user, group } = ids();
  if (userInfo().uid === 0) chownSync(file('mail'), idOf('/etc/passwd', user), idOf('/etc/group', group));
  const { ca } = makeCertificates(folder, { for: options.certificateFor ?? 'IP:127.0.0.1' });
  writeFileSync(
    file('users'),
    Object.entries(people)
      .map(([name, password]) => `${name}:{PLAIN}${password}::::::\n`)
      .join(''),
  );
  writeFileSync(file('masters'), `${keeper.user}:{PLAIN}${keeper.password}::::::\n`);
  const [port, tlsPort] = [await freePort(), await freePort()];
  writeFileSync(file('dovecot.conf'), configOf(folder, { port, tlsPort, quotaKib: options.quotaKib ?? 5120 }));
  const child = spawn(program, ['-F', '-c', file('dovecot.conf')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await reachable(tlsPort, { name: 'dovecot', seconds: 10 });
  const log = (): string => readFileSync(file('log'), 'utf8');
  const count = (words: RegExp): number => log().match(words)?.length ?? 0;
  return {
    port,
    tlsPort,
    ca,
    allowed: [`127.0.0.1:${port}`, `127.0.0.1:${tlsPort}`],
    signIns: () => ({ passed: count(/imap-login: Info: Login: /g), refused: count(/\(auth failed/g) }),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    stop: async () => {
      // It ends its processes by itself when it is asked politely.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(list: string, name: string): number {
  const line = readFileSync(list, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  return Number(line?.split(':')[2] ?? 0);
}
