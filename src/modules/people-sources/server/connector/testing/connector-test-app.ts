import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { openFileStore } from '#platform/files/file-store.ts';
import { createOutbound } from '#platform/outbound/outbound.ts';
import type { Connector, ConnectorHouse, OpenSource, RawRecord, ReadEvent, ReadRequest } from '../connector.ts';

/** What a connector needs of the house, with these networks allowed. */
export async function connectorHouse(allowedNetworks: readonly string[]): Promise<ConnectorHouse & { close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'wheelhouse-connector-'));
  const files = await openFileStore(folder);
  const outbound = createOutbound({ allowedNetworks, ownListeners: () => [] });
  return {
    outbound,
    files,
    log: pino({ level: 'silent' }),
    now: Date.now,
    close: async () => {
      await outbound.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A reading gathered. */
export interface Gathered {
  readonly departments: RawRecord[];
  readonly people: RawRecord[];
  readonly gone: { of: RawRecord['of']; id: string }[];
  readonly end: Extract<ReadEvent, { end: unknown }>['end'] | undefined;
  readonly error: unknown;
}

/** Reads to the end or to the failure. */
export async function gather<C>(
  connector: Connector<C>,
  parts: { house: ConnectorHouse; source: OpenSource<C> },
  request: Partial<ReadRequest> = {},
): Promise<Gathered> {
  const departments: RawRecord[] = [];
  const people: RawRecord[] = [];
  const gone: { of: RawRecord['of']; id: string }[] = [];
  let end: Gathered['end'];
  try {
    const whole = { mode: 'full', cursor: null, signal: new AbortController().signal, ...request } as const;
    for await (const event of connector.read(parts.house, parts.source, whole)) {
      if ('records' in event) for (const record of event.records) (record.of === 'employee' ? people : departments).push(record);
      if ('gone' in event) gone.push(...event.gone);
      if ('end' in event) ({ end } = event);
    }
  } catch (error) {
    return { departments, people, gone, end, error };
  }
  return { departments, people, gone, end, error: undefined };
}
