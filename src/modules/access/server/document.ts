import { sql } from 'kysely';
import type { Parsed, Reply } from '#kit/common/contract.ts';
import { handle, type BoundRoute, type Call } from '#kit/server/handle.ts';
import { InvalidInput } from '#kit/server/refusal.ts';
import { clock } from '#platform/clock.ts';
import { documentFile, type Block } from '#platform/text/document-blocks.ts';
import type { Definition, InterfaceParam } from '../common/definition.ts';
import { interfaceDocument, systemDocument } from '../common/document.contract.ts';
import { interfaceInRange, versionDefinition } from './interface.drafts.ts';
import { pathsOf } from './interfaces.ts';
import { assertSystem, systemInRange } from './through-system.ts';

interface Granted {
  id: string;
  name: string;
  path: string;
  description: string;
  no: number;
  rate: number | null;
}

async function grantedTo({ db, caller }: Call, systemId: string): Promise<Granted[]> {
  const { rows } = await sql<Granted>`
    select distinct on (path) i.id, i.name, s.code || '/' || p.code || '/' || i.code as path, i.description, i.live_version_no as no, g.rate
    from interface_grant g join api_interface i on (g.target_kind = 'interface' and g.target_id = i.id::text) or (g.target_kind = 'prefix' and g.target_id = i.prefix_id::text)
      join interface_prefix p on p.id = i.prefix_id join access_system s on s.id = i.system_id
    where g.grantee_kind = 'system' and g.grantee_id = ${systemId} and i.live_version_no is not null and i.enabled
      and (g.until is null or g.until > ${clock.now()}) and ${systemInRange(caller.scope(), 'i.system_id')}
    order by path, g.target_kind`.execute(db);
  return rows;
}

type Word = (key: string, params?: Record<string, unknown>) => string;

/** Parameters that a caller gives; what the gateway fills in by itself is not theirs to know. */
const givenOf = ({ params }: Definition): InterfaceParam[] => params.filter(({ from }) => ['query', 'body', 'header'].includes(from));

function exampleOf(path: string, definition: Definition): string {
  const given = givenOf(definition);
  const value = ({ type, choices }: InterfaceParam): unknown =>
    choices[0] ?? { integer: 1, number: 1.5, boolean: true, date: '2026-01-31', time: '08:00', object: {}, array: [], text: 'text' }[type];
  const query = given.filter(({ from }) => from === 'query').map((param) => `${param.name}=${encodeURIComponent(String(value(param)))}`);
  const method = definition.methods[0] ?? 'GET';
  const body = given.filter(({ from }) => from === 'body');
  return [
    `curl -X ${method} 'https://HOST/gateway/${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
    "  -H 'X-Key-Id: KEY' -H 'X-Timestamp: MILLISECONDS' -H 'X-Nonce: NONCE' -H 'X-Signature: SIGNATURE'",
    ...given.filter(({ from }) => from === 'header').map((param) => `  -H '${param.name}: ${String(value(param))}'`),
    ...(body.length === 0
      ? []
      : [
          `  -H 'Content-Type: application/json' -d '${JSON.stringify(Object.fromEntries(body.map((param) => [param.name, value(param)])))}'`,
        ]),
  ].join(' \\\n');
}

function interfaceBlocks(word: Word, one: Granted, definition: Definition): Block[] {
  const rows = givenOf(definition).map((param) => [
    param.name,
    word(`document.from.${param.from}`),
    param.type,
    param.required ? word('document.yes') : '',
    [param.description, param.choices.join(', ')].filter((text) => text !== '').join(' · '),
  ]);
  const head = ['name', 'place', 'type', 'required', 'about'].map((key) => word(`document.${key}`));
  return [
    { kind: 'h2', text: one.name },
    ...(one.description === '' ? [] : [{ kind: 'p' as const, text: one.description }]),
    { kind: 'code', text: `${definition.methods.join(', ')} /gateway/${one.path}` },
    ...(one.rate === null ? [] : [{ kind: 'p' as const, text: word('document.rate', { rate: one.rate }) }]),
    ...(rows.length === 0 ? [{ kind: 'p' as const, text: word('document.noParams') }] : [{ kind: 'table' as const, head, rows }]),
    { kind: 'h3', text: word('document.example') },
    { kind: 'code', text: exampleOf(one.path, definition) },
  ];
}

function signingBlocks(word: Word): Block[] {
  return [
    { kind: 'h2', text: word('document.signing') },
    { kind: 'p', text: word('document.signature') },
    {
      kind: 'code',
      text: 'base64(HMAC-SHA256(secret,\n  METHOD \\n PATH \\n SORTED-QUERY \\n hex(SHA-256(BODY)) \\n X-Timestamp \\n X-Nonce))',
    },
  ];
}

const codes = [14302, 14304, 14305, 14306, 14307, 14308, 14309, 14311, 14312, 14313, 14318, 14319] as const;

function codeBlocks(word: Word): Block[] {
  const rows = codes.map((code) => [
    String(code),
    word(`error.${code}`, { name: '…', n: '…', ms: '…', reason: '…', day: '…', class: '…', issues: '…' }),
  ]);
  return [
    { kind: 'h2', text: word('document.codes') },
    { kind: 'table', head: [word('document.code'), word('document.meaning')], rows },
  ];
}

/** Writes what a system may call; interfaces outside the range of who asks are not in it. */
async function write(
  call: Call,
  { systemId, format, language = call.caller.language }: Parsed<typeof systemDocument>,
): Promise<Reply<typeof systemDocument>> {
  const { db, caller, services } = call;
  await assertSystem(db, caller.scope(), systemId);
  const system = await db.selectFrom('access_system').select(['name', 'code']).where('id', '=', systemId).executeTakeFirstOrThrow();
  caller.touch({ kind: 'accessSystem', id: systemId, name: system.name });
  const word: Word = (key, params = {}) => services.texts.text(language, 'access', key, params);
  const granted = await grantedTo(call, systemId);
  const blocks: Block[] = [
    { kind: 'h1', text: word('document.title', { name: system.name }) },
    { kind: 'p', text: word('document.intro', { count: granted.length }) },
    ...signingBlocks(word),
  ];
  for (const one of granted) {
    const definition = await versionDefinition(db, one.id, one.no);
    if (definition) blocks.push(...interfaceBlocks(word, one, definition));
  }
  blocks.push(...codeBlocks(word));
  caller.note({ interfaces: granted.length, format });
  return { ...documentFile(blocks, system.code, { format, language }), interfaces: granted.length };
}

/** Writes how one interface is called, of its live version. */
async function writeOne(
  call: Call,
  { id, format, language = call.caller.language }: Parsed<typeof interfaceDocument>,
): Promise<Reply<typeof interfaceDocument>> {
  const { db, caller, services } = call;
  const { name, description, code, live_version_no: no } = await interfaceInRange(db, caller, id);
  const definition = no === null ? undefined : await versionDefinition(db, id, no);
  if (no === null || !definition) throw new InvalidInput([{ path: 'id', namespace: 'access', key: 'issue.notPublished' }]);
  caller.touch({ kind: 'apiInterface', id, name });
  const word: Word = (key, params = {}) => services.texts.text(language, 'access', key, params);
  const path = (await pathsOf(db, [id])).get(id) ?? code;
  const [, ...rest] = interfaceBlocks(word, { id, name, path, description, no, rate: null }, definition);
  const blocks: Block[] = [{ kind: 'h1', text: name }, ...rest, ...signingBlocks(word), ...codeBlocks(word)];
  caller.note({ interfaces: 1, format });
  return { ...documentFile(blocks, code, { format, language }), interfaces: 1 };
}

/** Documents of systems and interfaces. */
export const documentRoutes: readonly BoundRoute[] = [handle(systemDocument, write), handle(interfaceDocument, writeOne)];
