import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, ConfigSession } from './config-session.ts';

// npm run config -- export|plan|apply|secrets: the configuration as text, over HTTP as a program with a token or a signed-in administrator.
// WHEELHOUSE_URL, and WHEELHOUSE_TOKEN (or WHEELHOUSE_ACCOUNT with WHEELHOUSE_PASSWORD), say where and who; never an option, which other processes could read.
const usage = `npm run config -- export --out FILE [--areas a,b]
npm run config -- plan --file FILE [--areas a,b] [--prune] [--map NAME=VALUE ...] [--secrets FILE]
npm run config -- apply --plan ID --expect "create=3,change=1" [--reason TEXT]
npm run config -- secrets --in FILE.json --out FILE
Environment: WHEELHOUSE_URL, WHEELHOUSE_TOKEN (or WHEELHOUSE_ACCOUNT, WHEELHOUSE_PASSWORD); WHEELHOUSE_PASSPHRASE for files of secrets.`;

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: text,
    in: text,
    file: text,
    areas: text,
    secrets: text,
    plan: text,
    expect: text,
    reason: text,
    prune: { type: 'boolean', default: false },
    map: { type: 'string', multiple: true, default: [] },
  },
});

const needed = (name: 'out' | 'in' | 'file' | 'plan' | 'expect'): string => {
  const value = values[name];
  if (value === undefined) throw new ConfigError(`--${name} is missing\n${usage}`);
  return value;
};
const fromEnvironment = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new ConfigError(`${name} is not set\n${usage}`);
  return value;
};
const signIn = async (): Promise<ConfigSession> => {
  const url = fromEnvironment('WHEELHOUSE_URL');
  const token = process.env['WHEELHOUSE_TOKEN'];
  if (token) return ConfigSession.withToken(url, token);
  return ConfigSession.open(url, fromEnvironment('WHEELHOUSE_ACCOUNT'), fromEnvironment('WHEELHOUSE_PASSWORD'));
};
/** Files are named from where the command was typed. */
const beside = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', file);
const areas = values.areas?.split(',');
const pairs = (list: readonly string[]): [string, string][] =>
  list.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);

const commands: Readonly<Record<string, () => Promise<void>>> = {
  export: async () => {
    const out = beside(needed('out'));
    const session = await signIn();
    const bytes = await session.export(areas);
    writeFileSync(out, bytes);
    console.log(`${out}: ${bytes.length} bytes`);
  },
  plan: async () => {
    const file = beside(needed('file'));
    const secrets =
      values.secrets === undefined
        ? {}
        : { secretFile: readFileSync(beside(values.secrets), 'utf8'), passphrase: fromEnvironment('WHEELHOUSE_PASSPHRASE') };
    const session = await signIn();
    const wish = { ...(areas && { areas }), prune: values.prune, mapping: Object.fromEntries(pairs(values.map)), ...secrets };
    const plan = await session.plan(readFileSync(file), wish);
    for (const line of plan.lines) console.log(line);
    console.log(`plan ${plan.id}`);
    console.log(
      `expect ${Object.entries(plan.counts)
        .map(([action, count]) => `${action}=${count}`)
        .join(',')}`,
    );
    if (plan.counts['refused']) process.exitCode = 3;
  },
  apply: async () => {
    const expected = Object.fromEntries(
      pairs(needed('expect').split(',').filter(Boolean)).map(([action, count]) => [action, Number(count)]),
    );
    const session = await signIn();
    const counts = await session.apply({ planId: needed('plan'), expected, ...(values.reason !== undefined && { reason: values.reason }) });
    console.log(
      `applied ${Object.entries(counts)
        .map(([action, count]) => `${action}=${count}`)
        .join(',')}`,
    );
  },
  secrets: async () => {
    const { sealSecretFile } = await import('#modules/config-as-code/server/secret-file.ts');
    const plain = JSON.parse(readFileSync(beside(needed('in')), 'utf8')) as Record<string, string>;
    writeFileSync(beside(needed('out')), await sealSecretFile(plain, fromEnvironment('WHEELHOUSE_PASSPHRASE')), { mode: 0o600 });
    console.log(`${Object.keys(plain).length} secrets are in ${values.out ?? ''}`);
  },
};

try {
  const command = commands[positionals[0] ?? ''];
  if (!command) throw new ConfigError(usage);
  await command();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
