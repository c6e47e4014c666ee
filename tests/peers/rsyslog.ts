import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificates } from './certificates.ts';

/** A message as rsyslog read it. */
export interface ReadMessage {
  pri: string;
  time: string;
  app: string;
  msgid: string;
  msg: string;
  sd: Record<string, Record<string, string>>;
}

/** A real rsyslog that takes syslog over TLS on loopback and writes what it read as lines of JSON. */
export interface Rsyslog {
  port: number;
  ca: string;
  /** What arrived so far. */
  messages(): ReadMessage[];
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const program = '/usr/sbin/rsyslogd';

/** Makes its folder and certificates; it listens once it is started. */
export function makeRsyslog(port: number, certificateFor = 'IP:127.0.0.1'): Rsyslog {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-rsyslog-'));
  const file = (name: string): string => path.join(folder, name);
  const { ca, caFile, certFile, keyFile } = makeCertificates(folder, { for: certificateFor });
  writeFileSync(
    file('rsyslog.conf'),
    `global(workDirectory="${folder}" maxMessageSize="64k" parser.escapeControlCharactersOnReceive="off"
  defaultNetstreamDriver="gtls" defaultNetstreamDriverCAFile="${caFile}" defaultNetstreamDriverCertFile="${certFile}" defaultNetstreamDriverKeyFile="${keyFile}")
module(load="imtcp" streamDriver.name="gtls" streamDriver.mode="1" streamDriver.authMode="anon")
module(load="mmpstrucdata")
template(name="lines" type="list" option.jsonf="on") {
  property(outname="pri" name="pri" format="jsonf")
  property(outname="time" name="timereported" dateFormat="rfc3339" format="jsonf")
  property(outname="app" name="app-name" format="jsonf")
  property(outname="msgid" name="msgid" format="jsonf")
  property(outname="msg" name="msg" format="jsonf")
  property(outname="sd" name="$!rfc5424-sd" format="jsonf")
}
ruleset(name="all") {
  action(type="mmpstrucdata" jsonRoot="!")
  action(type="omfile" file="${file('lines.json')}" template="lines")
}
input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="all" supportOctetCountedFraming="on")
`,
  );
  let child: ReturnType<typeof spawn> | undefined;
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    child = undefined;
  };
  return {
    port,
    ca,
    messages: () => {
      if (!existsSync(file('lines.json'))) return [];
      const lines = readFileSync(file('lines.json'), 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => messageOf(JSON.parse(line) as Raw));
    },
    start: async () => {
      child = spawn(program, ['-n', '-f', file('rsyslog.conf'), '-i', file('pid')], { stdio: 'ignore' });
      await listening(port, child);
    },
    stop,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Raw = Omit<ReadMessage, 'sd'> & { sd: ReadMessage['sd'] | string };

const messageOf = ({ sd, ...rest }: Raw): ReadMessage => ({
  ...rest,
  sd: typeof sd === 'string' ? (JSON.parse(sd || '{}') as ReadMessage['sd']) : sd,
});

async function listening(port: number, child: { exitCode: number | null }): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`rsyslogd ended with ${child.exitCode}`);
    const socket = connect({ host: '127.0.0.1', port });
    const opened = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (opened) return;
    await sleep(50);
  }
  throw new Error('rsyslogd does not listen');
}
