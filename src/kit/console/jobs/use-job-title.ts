import type { JobView } from '#kit/common/jobs/job.contract.ts';
import { useTextIfAny } from '../i18n/use-t.ts';

/** Title of a job, in the language on screen; its kind until the texts of its module are there. */
export function useJobTitle({ title, kind }: JobView): string {
  return useTextIfAny(title.namespace, title.key, title.params) ?? kind;
}
