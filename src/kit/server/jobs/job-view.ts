import type { Selectable } from 'kysely';
import { moduleOfCode } from '#kit/common/codes.ts';
import type { JobView } from '#kit/common/jobs/job.contract.ts';
import type { Language } from '#kit/common/language.ts';
import type { JobKind } from '../services.ts';
import type { Texts } from '../texts.ts';
import type { JobTable } from './job.table.ts';

/** A job as the tray shows it; its payload stays inside. */
export function jobView(
  row: Selectable<JobTable>,
  kind: JobKind<never, unknown> | undefined,
  wording: { texts: Texts; language: Language },
): JobView {
  const title = kind?.title ?? { namespace: 'kit', key: 'job.unknown' };
  return {
    id: row.id,
    kind: row.kind,
    title: { ...title, params: wording.texts.params(wording.language, row.title_params) },
    state: row.state,
    done: row.done,
    total: row.total,
    failed: row.failed,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    cancelling: row.cancel && row.ended_at === null,
    result: row.result,
    error: row.error && {
      code: row.error.code,
      message: wording.texts.text(wording.language, moduleOfCode(row.error.code), `error.${row.error.code}`, row.error.params),
    },
  };
}
