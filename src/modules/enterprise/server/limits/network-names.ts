import { sql } from 'kysely';
import type { Db } from '#kit/server/directory.ts';
import type { NetworkNames } from '#kit/server/network-names.ts';
import { limitGeneration } from './limit-changes.ts';
import { parseAddress, parseSegment, type Span } from '#platform/network/network.ts';

/** Segments with what they are called, the narrowest first, and the addresses that were looked up since they were read. */
interface NamedSpans {
  readonly word: string;
  readonly spans: readonly { readonly span: Span; readonly name: string }[];
  readonly found: Map<string, string | undefined>;
}

/** Addresses that are remembered; more of them are forgotten together. */
const mostRemembered = 10_000;
const read = new WeakMap<Db, NamedSpans>();

/** Networks are called by the notes of the segments, those of disabled limits too: of several the narrowest names an address. */
export const segmentNames: NetworkNames = async (db, addresses) => {
  if (addresses.length === 0) return new Map();
  const { spans, found } = await namedSpans(db);
  const names = new Map<string, string>();
  for (const address of new Set(addresses)) {
    if (!found.has(address)) {
      if (found.size >= mostRemembered) found.clear();
      found.set(address, nameIn(spans, parseAddress(address)));
    }
    const name = found.get(address);
    if (name !== undefined) names.set(address, name);
  }
  return names;
};

async function namedSpans(db: Db): Promise<NamedSpans> {
  const word = await limitGeneration(db);
  const before = read.get(db);
  if (before?.word === word) return before;
  const { rows } = await sql<{ value: string; name: string }>`select s ->> 'value' as value, btrim(s ->> 'note') as name
    from segment_limit, jsonb_array_elements(segments) as s where btrim(s ->> 'note') <> '' order by priority, id`.execute(db);
  const spans = rows.flatMap(({ value, name }) => {
    const span = parseSegment(value);
    return span ? [{ span, name }] : [];
  });
  const fresh = { word, spans: spans.toSorted((one, other) => (sizeOf(one.span) < sizeOf(other.span) ? -1 : 1)), found: new Map() };
  read.set(db, fresh);
  return fresh;
}

const sizeOf = ({ from, to }: Span): bigint => BigInt(to) - BigInt(from);

function nameIn(spans: NamedSpans['spans'], address: Span | undefined): string | undefined {
  if (!address) return undefined;
  return spans.find(({ span }) => span.family === address.family && span.from <= address.from && address.to <= span.to)?.name;
}
