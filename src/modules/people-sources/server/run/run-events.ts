import type { Tx } from '#kit/server/directory.ts';
import type { Services } from '#kit/server/services.ts';
import type { alarmEvents } from '../../common/source-parts.ts';

/** What became of a run, for those who are to be told. */
export interface RunEvent {
  sourceId: string;
  runId: string;
  event: (typeof alarmEvents)[number];
}

/** Hears of runs in the transaction that ends them. */
export type RunListener = (tx: Tx, services: Services, event: RunEvent) => Promise<void>;

let listener: RunListener | undefined;

/** Names who is told of runs; called once at start. */
export function hearRuns(given: RunListener): void {
  listener = given;
}

/** Tells that something became of a run. */
export async function notifyRun(tx: Tx, services: Services, event: RunEvent): Promise<void> {
  await listener?.(tx, services, event);
}
