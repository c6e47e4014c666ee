import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { audienceCount, type Audience } from '#kit/common/audience.ts';
import { call } from '../call/call.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { queryKeyOf } from '../page/query.ts';
import { useSettled } from '../pickers/use-settled.ts';
import { numberText } from '../table/formats.ts';
import './audience.css';

const settleMillis = 400;

/** How many people an audience reaches, asked of the server once the choice stands still, with the names of a few of them. */
export function AudienceReach({ rows }: { rows: Audience }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const request = JSON.stringify(rows);
  const settled = useSettled(request, settleMillis);
  const { data, isPending } = useQuery({
    queryKey: [...queryKeyOf(audienceCount), settled],
    queryFn: async ({ signal }) =>
      call(audienceCount, { rows: JSON.parse(settled) as { kind: 'department'; id: string }[] }, { silent: true, unasked: true, signal }),
    retry: false,
  });
  const names = data && data.people > 0 ? data.sample.map(({ name }) => name).join(language === 'en_US' ? ', ' : '、') : '';
  return (
    <p className="whk-audience-reach" role="status">
      {settled !== request || isPending
        ? t('audience.counting')
        : data && t('audience.reaches', { count: numberText(data.people, language) })}
      {settled === request && names !== '' && <small title={names}>{names}</small>}
    </p>
  );
}
