import type { Services } from '#kit/server/services.ts';
import { openSource } from '../connector/open-source.ts';
import { openSourcesWith } from '../run/open-source.ts';
import { hearRuns } from '../run/run-events.ts';
import { notifyOfSource } from './notices.ts';

/** Tells the run engine how sources are opened, and who hears of its runs; called once at start. */
export function startSources(): void {
  openSourcesWith(async (services: Services, row) => {
    const { connector, source } = await openSource(services, row);
    return { connector, source };
  });
  hearRuns(notifyOfSource);
}
