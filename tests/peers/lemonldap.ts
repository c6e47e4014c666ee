import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { SigningKey } from './saml.ts';

/** A SAML service that it knows, and what it signs with. */
interface SamlSide {
  key: SigningKey;
  /** Metadata of the service. */
  service: string;
}

/** A real LemonLDAP::NG as a CAS server or SAML provider on loopback, with the people of its demonstration: everybody's password is their account. */
export interface LemonLdap {
  address: string;
  allowed: string;
  stop(): Promise<void>;
}

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi';
const starman = '/usr/bin/starman';

/** Why it can't be started here; undefined where it can. */
export const noLemonLdap = [portal, starman].every((file) => existsSync(file))
  ? undefined
  : 'LemonLDAP::NG is not here: apt-get install liblemonldap-ng-portal-perl starman libgd-securityimage-perl';

const samlOf = ({ key, service }: SamlSide): object => ({
  issuerDBSAMLActivation: 1,
  issuerDBSAMLRule: 1,
  samlServicePrivateKeySig: key.key,
  samlServicePublicKeySig: key.certificate,
  samlSPMetaDataXML: { service: { samlSPMetaDataXML: service } },
  samlSPMetaDataOptions: {
    service: {
      samlSPMetaDataOptionsNameIDFormat: 'unspecified',
      samlSPMetaDataOptionsNameIDSessionKey: 'uid',
      samlSPMetaDataOptionsSignSSOMessage: 1,
      samlSPMetaDataOptionsCheckSSOMessageSignature: 0,
      samlSPMetaDataOptionsEncryptionMode: 'none',
    },
  },
  samlSPMetaDataExportedAttributes: { service: { mail: '1;mail;;' } },
  samlIDPSSODescriptorWantAuthnRequestsSigned: 0,
  samlStorage: '',
});

function configOf(address: string, folder: string, saml?: SamlSide): object {
  const files = (name: string) => ({ Directory: path.join(folder, name), LockDirectory: path.join(folder, name) });
  const storage = 'Apache::Session::File';
  return {
    cfgNum: 1,
    cfgAuthor: 'test',
    cfgDate: 1,
    domain: '127.0.0.1',
    portal: `${address}/`,
    cookieName: 'lemonldap',
    securedCookie: 0,
    key: 'of the test alone',
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { uid: 'uid', cn: 'cn', mail: 'mail' },
    whatToTrace: 'uid',
    locationRules: {},
    exportedHeaders: {},
    macros: {},
    groups: {},
    requireToken: 0,
    globalStorage: storage,
    globalStorageOptions: files('sessions'),
    persistentStorage: storage,
    persistentStorageOptions: files('persistent'),
    localSessionStorage: '',
    issuerDBCASActivation: 1,
    issuerDBCASPath: '^/cas/',
    issuerDBCASRule: 1,
    casAccessControlPolicy: 'none',
    casAttr: 'uid',
    casAttributes: { mail: 'mail', cn: 'cn' },
    casStorage: storage,
    casStorageOptions: files('sessions'),
    ...(saml && samlOf(saml)),
  };
}

/** Starts one. */
export async function startLemonLdap(wish: { port?: number; saml?: SamlSide } = {}): Promise<LemonLdap> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-lemonldap-'));
  for (const name of ['conf', 'sessions', 'persistent']) mkdirSync(path.join(folder, name));
  const port = wish.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  writeFileSync(path.join(folder, 'conf', 'lmConf-1.json'), JSON.stringify(configOf(origin, folder, wish.saml)));
  const settings = path.join(folder, 'lemonldap-ng.ini');
  writeFileSync(
    settings,
    [
      '[all]',
      'logLevel = error',
      'logger = Lemonldap::NG::Common::Logger::Std',
      'userLogger = Lemonldap::NG::Common::Logger::Std',
      '[configuration]',
      'type = File',
      `dirName = ${path.join(folder, 'conf')}`,
      '[portal]',
      'staticPrefix = /static',
      'templateDir = /usr/share/lemonldap-ng/portal/templates',
      'languages = en',
    ].join('\n'),
  );
  const child = spawn(starman, ['--listen', `127.0.0.1:${port}`, '--workers', '1', portal], {
    stdio: 'ignore',
    env: { ...process.env, LLNG_DEFAULTCONFFILE: settings },
  });
  const ended = once(child, 'exit');
  await answering(`${origin}/cas/login`).catch((error: unknown) => {
    child.kill('SIGTERM');
    throw error;
  });
  return {
    address: `${origin}/cas`,
    allowed: `127.0.0.1:${port}`,
    stop: async () => {
      // Its workers go with it only when it is asked.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(address: string): Promise<void> {
  for (let left = 300; left > 0; left -= 1) {
    const there = await fetch(address, { redirect: 'manual' }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (there) return;
    await sleep(100);
  }
  throw new Error('LemonLDAP::NG did not start');
}
