import type { Parsed } from '#kit/common/contract.ts';
import { Refusal } from '#kit/server/refusal.ts';
import type { JobContext } from '#kit/server/services.ts';
import type { employeeImportPreview } from '../../common/employee-bulk.contract.ts';

/** What an import was asked for. */
export type ImportPayload = Parsed<typeof employeeImportPreview>;

/** What reading a file ends with: the plan, and the columns that meant nothing. */
export interface ImportResult {
  planId: string;
  ignored: string[];
}

/** 12120: why a file can't be read, in words, and at which line. */
export function unreadable(
  { services }: Pick<JobContext, 'services'>,
  key: string,
  line: number,
  params?: Record<string, unknown>,
): Refusal {
  return new Refusal(12120, { reason: services.texts.inAll('user-centre', key, params), line: Math.max(1, line) });
}
