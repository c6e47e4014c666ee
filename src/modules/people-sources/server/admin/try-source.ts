import type { Parsed, Reply } from '#kit/common/contract.ts';
import type { Call } from '#kit/server/handle.ts';
import { InvalidInput, Refusal, wrongState } from '#kit/server/refusal.ts';
import type * as contract from '../../common/source-try.contract.ts';
import { isPushed, type SourceKind } from '../../common/source-kinds.ts';
import type { MappingRow } from '../../common/source-parts.ts';
import { OutboundError } from '#platform/outbound/outbound-error.ts';
import { SourceFailure, type Connector, type RawRecord } from '../connector/connector.ts';
import { connectorOf, houseOf, isReadable } from '../connector/connectors.ts';
import { FileFailure } from '../connector/file/file-failure.ts';
import { cleared, openSecrets, type ReadySource, type SecretsByName } from '../connector/open-source.ts';
import { scimMapping } from '../scim/scim-mapping.ts';
import { withoutSecrets } from './drop-secrets.ts';
import { targetOf } from './source.kind.ts';
import { findSource, type SourceFound } from './source.query.ts';
import { checkedConfig } from './source.service.ts';
import { suggestRows } from './suggest.ts';

type Which = Omit<Parsed<typeof contract.sourceSample>, 'n'>;

const tryMillis = 50_000;

/** What is tried: something stored, something entered, or something stored with entered changes. A secret goes to no other address than its own. */
async function openTried(call: Call, input: Which): Promise<ReadySource> {
  const found = input.id === undefined ? undefined : await findSource(call, input.id);
  // Also who only enters something must have been looked at.
  call.caller.scope();
  const kind: SourceKind | undefined = found?.kind ?? input.kind;
  if (kind === undefined || (!found && !input.config))
    throw new InvalidInput([{ path: kind === undefined ? 'kind' : 'config', namespace: 'kit', key: 'issue.missing' }]);
  if (!isReadable(kind)) throw wrongState(kind);
  if (found) call.caller.touch({ kind: 'source', id: found.id, name: found.name });
  const connector = await connectorOf(kind);
  const config =
    input.config || input.secrets
      ? await checkedConfig(call, {
          kind,
          config: input.config ?? found?.config ?? {},
          secrets: input.secrets ?? {},
          fileId: found?.config['fileId'],
        })
      : (found?.config ?? {});
  const secrets = { ...(await storedSecrets(call, found, config)), ...input.secrets };
  if (found) assertSecrets(found, secrets, await targetOf(kind, found.config), await targetOf(kind, config));
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''));
  return {
    connector,
    house: houseOf(call.services),
    source: { code: found?.code ?? '', config: connector.config.parse(config), secrets: given },
  };
}

async function storedSecrets({ services }: Call, found: SourceFound | undefined, config: unknown): Promise<SecretsByName> {
  if (!found || found.secret === null || found.secret === cleared) return {};
  return (await targetOf(found.kind, found.config)) === (await targetOf(found.kind, config)) ? openSecrets(services.secrets, found) : {};
}

/** 12105 where a secret is stored, or was cleared, and this address is not the one that it was entered for. */
function assertSecrets(found: SourceFound, secrets: SecretsByName, stored: string, requested: string): void {
  const lost = found.secret === cleared || (found.secret !== null && stored !== requested);
  if (lost && Object.keys(secrets).length === 0) throw new Refusal(12105);
}

/** Tries the connection step by step. */
export async function testSource(call: Call, input: Which): Promise<Reply<typeof contract.sourceTest>> {
  const { connector, house, source } = await openTried(call, input);
  const lines = await connector.test(house, source, AbortSignal.timeout(tryMillis));
  const ok = lines.length > 0 && lines.every((line) => line.ok);
  call.caller.note({ ok });
  return {
    ok,
    lines: lines.map(({ step, ok: good, category, what, ms }) => ({
      step,
      ok: good,
      ms,
      ...(category !== undefined && { category }),
      ...(what !== undefined && what !== '' && { what }),
    })),
  };
}

/** A few records as they come, and the attributes seen in them. */
export async function sampleSource(
  call: Call,
  { n, ...input }: Parsed<typeof contract.sourceSample>,
): Promise<Reply<typeof contract.sourceSample>> {
  const { connector, house, source } = await openTried(call, input);
  const records: RawRecord[] = [];
  const signal = AbortSignal.timeout(tryMillis);
  try {
    for await (const event of connector.read(house, source, { mode: 'sample', cursor: null, limit: n, signal }))
      if ('records' in event) records.push(...event.records);
  } catch (error) {
    throw refusalOf(call, error, signal);
  }
  call.caller.note({ records: records.length });
  const shown = (['department', 'employee'] as const).flatMap((of) =>
    records
      .filter((record) => record.of === of)
      .slice(0, n)
      .map((record) => ({ of, values: withoutSecrets(record) })),
  );
  return { records: shown, attributes: attributesOf(shown) };
}

type Shown = Reply<typeof contract.sourceSample>['records'];
const mostExamples = 3;

function attributesOf(records: Shown): Reply<typeof contract.sourceSample>['attributes'] {
  const seen = new Map<string, { of: Shown[number]['of']; name: string; examples: string[] }>();
  for (const { of, values } of records)
    for (const [name, value] of Object.entries(values)) {
      const key = `${of} ${name}`;
      const known = seen.get(key) ?? { of, name, examples: [] };
      seen.set(key, known);
      const text = Array.isArray(value) ? value.map(String).join(', ') : value === null ? '' : String(value);
      if (text !== '' && known.examples.length < mostExamples && !known.examples.includes(text)) known.examples.push(text);
    }
  return [...seen.values()];
}

/** What went wrong on the other side, as an answer. */
export function refusalOf({ services, caller }: Call, error: unknown, signal?: AbortSignal): unknown {
  const word = (key: string): string => services.texts.text(caller.language, 'user-centre', key);
  if (error instanceof FileFailure)
    return new Refusal(
      12120,
      { reason: services.texts.inAll('user-centre', `source.file.${error.reason}`), line: error.line },
      { line: error.line },
    );
  const failure =
    signal?.aborted === true
      ? new SourceFailure('timeout')
      : error instanceof OutboundError
        ? new SourceFailure(error.category === 'denied' ? 'denied' : 'unavailable')
        : error;
  if (!(failure instanceof SourceFailure)) return error;
  if (failure.category === 'denied') return new Refusal(12104, { address: failure.what || word('source.itsAddress') });
  if (failure.category === 'permission') return new Refusal(12103, { what: failure.what });
  const category = word(`source.failure.${failure.category}`);
  return new Refusal(12102, { category: failure.what === '' ? category : `${category} (${failure.what})` }, { category: failure.category });
}

/** Rows that suggest themselves for the attributes that were seen; what is pushed has a standard mapping whatever was seen. */
export async function suggestMapping(
  call: Call,
  { attributes, ...input }: Parsed<typeof contract.sourceMappingSuggest>,
): Promise<Reply<typeof contract.sourceMappingSuggest>> {
  const found = input.id === undefined ? undefined : await findSource(call, input.id);
  call.caller.scope();
  const kind = found?.kind ?? input.kind;
  if (kind === undefined) throw new InvalidInput([{ path: 'kind', namespace: 'kit', key: 'issue.missing' }]);
  if (isPushed(kind)) return { rows: [...scimMapping] };
  const config = input.config ?? found?.config;
  const suggests = isReadable(kind) ? namesOf(await connectorOf(kind), config) : {};
  const separator = config?.['pathSeparator'];
  const rows = suggestRows(call.services.texts, suggests, attributes);
  return { rows: typeof separator === 'string' && separator !== '/' ? rows.map((row) => inSlashes(row, separator)) : rows };
}

/** What attributes of such a source are called: by its configuration, where that decides. */
function namesOf(connector: Connector, config: unknown): Connector['suggests'] {
  const parsed = connector.config.safeParse(config);
  return (parsed.success && connector.suggestsFor?.(parsed.data)) || connector.suggests;
}

/** Paths are read with `/` between the names, whatever stands there on the other side. */
const inSlashes = (row: MappingRow, separator: string): MappingRow =>
  row.target === 'departmentPath' || row.target === 'path'
    ? { ...row, transforms: [...row.transforms, { do: 'replace', from: separator, to: '/' }] }
    : row;
