import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { usageList, type usedKinds } from '../../common/setting.contract.ts';
import './access.css';

const known = ['apiInterface', 'interfacePrefix', 'accessSystem', 'widget', 'attachSystem'] as const;

/** What uses something, with the calls of thirty days. */
export function Usage({ kind, id }: { kind: (typeof usedKinds)[number]; id: string }): ReactElement {
  const t = useT('access');
  const [language] = useLanguage();
  const read = useRead(usageList, { kind, id });
  return (
    <section className="acc-section">
      <h3>{t('usage.title')}</h3>
      {read.data && read.data.list.length > 0 && (
        <>
          <p className={read.data.busy ? 'acc-red' : 'acc-soft'}>{t('usage.calls', { count: numberText(read.data.calls30, language) })}</p>
          <table className="acc-keys">
            <tbody>
              {read.data.list.map((use) => (
                <tr key={`${use.kind} ${use.id}`}>
                  <td>{use.name}</td>
                  <td className="acc-soft">{t(`usage.kind.${known.find((one) => one === use.kind) ?? 'other'}`)}</td>
                  <td>{use.calls30 > 0 ? numberText(use.calls30, language) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {read.data?.list.length === 0 && <p className="acc-soft">{t('usage.none')}</p>}
    </section>
  );
}
