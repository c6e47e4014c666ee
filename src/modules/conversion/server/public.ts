import type { Readable } from 'node:stream';
import type { Services } from '#kit/server/services.ts';
import { waitFor } from './convert-work.ts';
import { askFor, conversionOf, pageFile } from './conversion.service.ts';

export { pageMarksOf } from './page-marks.ts';

/** A file on its way to pages. */
export interface ConvertedFile {
  readonly id: string;
  /** `waiting` and `running`: ask again. `failed`, `quarantined`: `reason` says why. */
  readonly state: 'waiting' | 'running' | 'ready' | 'failed' | 'quarantined' | 'cancelled';
  readonly pages: number;
  /** A word of the catalogue of conversion: `reason.<word>`. */
  readonly reason: string | null;
}

const viewOf = ({ id, state, pages, reason }: Awaited<ReturnType<typeof askFor>>): ConvertedFile => ({
  id,
  state,
  pages: pages ?? 0,
  reason,
});

/**
 * Makes pages of a file: waits up to `waitMillis` for them, then answers how far it is. The same content is converted once. Rights are the
 * caller's to check, at each opening. Refuses with 14060 what can't be converted, 14061 where no converter is installed.
 */
export async function convertFile(
  services: Services,
  asked: { name: string; content: Readable; origin: string },
  waitMillis = 10_000,
): Promise<ConvertedFile> {
  const { id } = await askFor(services, asked);
  return viewOf(await waitFor(services, id, waitMillis));
}

/** A page (from 1) of a conversion that is ready, as a PNG in the file store. */
export const convertedPage = async (services: Services, id: string, page: number): Promise<{ hash: string; size: number }> =>
  pageFile(services, await conversionOf(services, id), page);
