import type { ReactElement } from 'react';
import { partyKinds, type Audience } from '#kit/common/audience.ts';
import { useT } from '../i18n/use-t.ts';

/** An audience in a few words: "Everybody", "Departments: 2 · People: 1 · except Dynamic groups: 1". */
export function AudienceText({ rows }: { rows: Audience }): ReactElement {
  const t = useT('kit');
  const words = (exclude: boolean): string =>
    partyKinds
      .flatMap((kind) => {
        const count = rows.filter((row) => row.kind === kind && row.exclude === exclude).length;
        return count > 0 ? [t(`audience.${kind}.n`, { count })] : [];
      })
      .join(' · ');
  const [included, excluded] = [words(false), words(true)];
  const parts = [included || t('audience.everybody'), ...(excluded ? [t('audience.except', { what: excluded })] : [])];
  return <>{parts.join(' · ')}</>;
}
