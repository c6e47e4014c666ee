import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { changeObjects, createObjects, removeObjects } from '#kit/server/change/change-objects.ts';
import type { Fields } from '#kit/server/change/kind.ts';
import { findFile } from '#kit/server/files/files.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { newId } from '#kit/server/ids.ts';
import { Refusal, wrongState } from '#kit/server/refusal.ts';
import { findApp } from '#modules/apps/server/public.ts';
import { certCalls, certDownload, certificateKinds, type CertificateKind, type pushCerts } from '../common/certificate.contract.ts';
import { assertNoStop, findingsOf, losing, type Finding } from './certificate.check.ts';
import { certificateKind } from './certificate.kind.ts';
import { certificateIn, listCertificates } from './certificate.query.ts';
import { mostCertificate, readCertificate, type ReadCertificate } from './read-certificate.ts';

type Given = Parsed<typeof pushCerts.check>;

/** Reads the uploaded file; its password is tried once and kept nowhere. */
async function read(call: Call, kind: CertificateKind, given: Omit<Given, 'replaces'>): Promise<ReadCertificate> {
  await findApp(call.db, call.caller, given.appId);
  const file = await findFile(call.db, call.caller.uid, given.fileId, call.services.now());
  if (Number(file.size) > mostCertificate) throw new Refusal(13013, { limit: '1 MiB' });
  const pieces: Buffer[] = [];
  for await (const piece of await call.services.files.open(file.hash)) pieces.push(Buffer.from(piece as Uint8Array));
  const found = readCertificate(kind, Buffer.concat(pieces), given);
  const environment = given.environment && found.facts.environment !== null ? given.environment : found.facts.environment;
  return { ...found, facts: { ...found.facts, environment } };
}

async function check(call: Call, kind: CertificateKind, input: Given): Promise<Reply<typeof pushCerts.check>> {
  const { db, services, caller } = call;
  const { facts } = await read(call, kind, input);
  const findings = await findingsOf(db, kind, facts, { ...input, now: services.now() });
  const before = input.replaces === undefined ? undefined : await certificateIn(call, input.replaces, kind);
  const terminals = before ? await losing(db, before, facts) : 0;
  const all: readonly Finding[] = terminals > 0 ? [...findings, { level: 'warn', code: 13035, params: { n: terminals } }] : findings;
  return {
    facts,
    findings: all.map(({ level, code, key, params }) => ({
      level,
      code,
      text: services.texts.text(caller.language, 'app-certificates', key ?? `error.${code}`, params),
    })),
    terminals,
  };
}

function fieldsOf(
  call: Call,
  kind: CertificateKind,
  id: string,
  given: { found: ReadCertificate; input: Given & { name?: string | undefined } },
): Fields {
  const { found, input } = given;
  const { topics, certificateSha256s, ...facts } = found.facts;
  const sealedKey =
    found.key === null ? null : call.services.secrets.seal(found.key, { table: 'app_certificate', column: 'sealed_key', row: id });
  return {
    ...facts,
    topics: [...topics],
    certificateSha256s: [...certificateSha256s],
    appId: input.appId,
    kind,
    platform: input.platform,
    name: input.name ?? found.name.slice(0, 100),
    publicPart: found.publicPart,
    sealedKey,
    replacedBy: null,
    replacedAt: null,
  };
}

async function add(call: Call, kind: CertificateKind, input: Parsed<typeof pushCerts.add>): Promise<{ id: string }> {
  const found = await read(call, kind, input);
  assertNoStop(await findingsOf(call.db, kind, found.facts, { ...input, now: call.services.now() }));
  return call.write(async (tx) => {
    const id = newId();
    const fields = fieldsOf(call, kind, id, { found, input });
    await createObjects(tx, call.caller, certificateKind, [{ id, name: String(fields['name']), path: null, fields }]);
    return { id };
  });
}

async function replace(call: Call, kind: CertificateKind, input: Parsed<typeof pushCerts.replace>): Promise<{ id: string }> {
  const before = await certificateIn(call, input.id, kind);
  const found = await read(call, kind, input);
  assertNoStop(await findingsOf(call.db, kind, found.facts, { ...input, now: call.services.now() }));
  if (before.app_id !== input.appId || before.replaced_by !== null) throw wrongState('replaced');
  const n = await losing(call.db, before, found.facts);
  if (n !== (input.terminals ?? 0)) throw new Refusal(13035, { n }, { terminals: n });
  return call.write(async (tx) => {
    const id = newId();
    const fields = fieldsOf(call, kind, id, { found, input });
    const gone = { replacedBy: id, replacedAt: call.services.now() };
    await changeObjects(tx, call.caller, certificateKind, [{ id: input.id, version: input.version, fields: gone }]);
    await createObjects(tx, call.caller, certificateKind, [{ id, name: String(fields['name']), path: null, fields }]);
    return { id };
  });
}

const routesOf = (kind: CertificateKind): BoundRoute[] => {
  const calls = certCalls[kind];
  return [
    handle(calls.list, (call, input) => listCertificates(call, kind, input)),
    handle(calls.check, (call, input) => check(call, kind, input)),
    handle(calls.add, (call, input) => add(call, kind, input)),
    handle(calls.replace, (call, input) => replace(call, kind, input)),
    handle(calls.delete, (call, { ids, reason }) =>
      call.write(async (tx) => {
        const { rows } = await sql`select from app_certificate where id = any(${[...ids]}::uuid[]) and kind <> ${kind}`.execute(tx);
        if (rows.length > 0) throw new Refusal(10404);
        return { count: await removeObjects(tx, call.caller, certificateKind, ids, { reason: reason ?? null }) };
      }),
    ),
  ];
};

/** Calls of certificates. */
export const certificateRoutes: readonly BoundRoute[] = [
  ...certificateKinds.flatMap(routesOf),
  handle(certDownload, async (call, { id }) => {
    const { kind, public_part, name } = await certificateIn(call, id);
    const isProfile = kind === 'profile';
    const bytes = isProfile ? Buffer.from(public_part, 'base64') : Buffer.from(public_part);
    const file = encodeURIComponent(`${name}.${isProfile ? 'mobileprovision' : 'pem'}`);
    await call.response
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename*=UTF-8''${file}`)
      .header('x-content-type-options', 'nosniff')
      .header('content-length', String(bytes.length))
      .send(Readable.from([bytes]));
    return undefined;
  }),
];
