import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeKeys, signLicence } from '../src/modules/licence/server/testing/make-licence.ts';

const usage = `Makes keys and licences, for who issues them.
  npm run licence -- keys FOLDER                                   writes licence.key.pem (secret) and licence.pub.pem
  npm run licence -- sign KEY.pem PAYLOAD.json OUT.lic [--key-id ID]`;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'key-id': { type: 'string', default: 'own' } } });
const [command, ...given] = positionals;
// Files are named from where the command was given.
const rest = given.map((file) => path.resolve(process.env['INIT_CWD'] ?? '.', file));

if (command === 'keys' && rest[0] !== undefined) {
  const { privateKey, publicPem } = makeKeys();
  writeFileSync(path.join(rest[0], 'licence.key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  writeFileSync(path.join(rest[0], 'licence.pub.pem'), publicPem, { flag: 'wx' });
} else if (command === 'sign' && rest[0] !== undefined && rest[1] !== undefined && rest[2] !== undefined) {
  const payload: unknown = JSON.parse(readFileSync(rest[1], 'utf8'));
  if (typeof payload !== 'object' || payload === null) throw new Error(`${rest[1]} must hold a JSON object`);
  writeFileSync(rest[2], signLicence(createPrivateKey(readFileSync(rest[0])), values['key-id'], payload));
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
}
