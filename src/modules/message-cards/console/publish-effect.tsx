import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { cardCompare } from '../common/card.contract.ts';

/** What publishing a draft does to who sends by it. */
export function PublishEffect({ id }: { id: string }): ReactElement | null {
  const t = useT('message-cards');
  const { data } = useRead(cardCompare, { id });
  if (!data || data.published === 0) return null;
  return (
    <>
      <p>{t('publish.open', { count: data.open })}</p>
      {data.breaks.length > 0 && (
        <ul>
          {data.breaks.map(({ what, name }) => (
            <li key={`${what} ${name}`}>{t(`publish.${what}`, { name })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
