import type { Input } from '#kit/common/contract.ts';
import type { FormValues } from '#kit/console/form/form-values.ts';
import type { sourceTest } from '../../common/source-try.contract.ts';

/** What is tried: the stored source, with what is typed where something is. */
export function triedInput(id: string, { config, secrets }: FormValues): Input<typeof sourceTest> {
  const typed = secrets && typeof secrets === 'object' && Object.keys(secrets).length > 0;
  return {
    id,
    ...(config !== undefined && { config: config as NonNullable<Input<typeof sourceTest>['config']> }),
    ...(typed === true && { secrets: secrets as Record<string, string> }),
  };
}
