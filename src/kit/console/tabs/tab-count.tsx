import type { ReactElement } from 'react';
import { useLanguage } from '../i18n/use-t.ts';
import { numberText } from '../table/formats.ts';

/** How much stands on a tab, beside its name; nothing where that is not known. */
export function TabCount({ count }: { count: number | undefined }): ReactElement | null {
  const [language] = useLanguage();
  return count === undefined ? null : <small className="whk-tab-count">{numberText(count, language)}</small>;
}
