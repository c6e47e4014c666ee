import type { Selectable } from 'kysely';
import type { Services } from '#kit/server/services.ts';
import type { Connector, OpenSource } from '../connector/connector.ts';
import type { SourceTable } from '../source.table.ts';

/** A source as it is stored. */
export type SourceRow = Selectable<SourceTable>;

/** A source that can be read: its connector, with configuration and secrets opened. */
export interface Opened {
  connector: Connector;
  source: OpenSource<unknown>;
}

/** Finds the connector of a source and opens its secrets; refuses with 12105 when one is missing. */
export type Opener = (services: Services, source: SourceRow) => Promise<Opened>;

let opener: Opener | undefined;

/** Names the way in which runs open sources; called once at start. */
export function openSourcesWith(given: Opener): void {
  opener = given;
}

/** Opens a source for reading. */
export function openSource(services: Services, source: SourceRow): Promise<Opened> {
  if (!opener) throw new Error('No connectors are known: sources are read only after the start');
  return opener(services, source);
}
