import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { noticePersonList, type NoticePersonRow } from '../../common/notice-person.contract.ts';
import { useKinds } from './kind-select.tsx';

/** Who is told of which kind, from which severity on, by which channels. */
export function Matrix(): ReactElement {
  const t = useT('warnings');
  const kinds = useKinds();
  const { data } = useRead(noticePersonList, { pageSize: 100, enabled: true });
  if (!data) return <WaitingForm lines={6} />;
  return (
    // It scrolls sideways and is reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="ww-scroll" role="region" aria-label={t('noticePerson.matrix')} tabIndex={0}>
      <table className="ww-table">
        <thead>
          <tr>
            <th scope="col">{t('field.kind')}</th>
            {data.list.map((person) => (
              <th key={person.id} scope="col">
                {person.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, title }) => (
            <tr key={kind}>
              <th scope="row">{title}</th>
              {data.list.map((person) => (
                <td key={person.id}>
                  <MatrixCell kind={kind} person={person} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MatrixCell({ kind, person }: { kind: string; person: NoticePersonRow }): ReactElement {
  const t = useT('warnings');
  const own = person.subscriptions.filter((one) => one.kind === '*' || one.kind === kind);
  if (own.length === 0) return <span className="ww-soft">{t('noticePerson.matrixNone')}</span>;
  return (
    <>
      {own.map((one) => (
        <div key={`${one.kind} ${one.minSeverity} ${one.delayMinutes}`}>
          {t('noticePerson.matrixCell', { severity: t(`warning.severity.${one.minSeverity}`) })} ·{' '}
          {(one.channels ?? person.channels).map((channel) => t(`noticePerson.channel.${channel}`)).join(' · ')}
        </div>
      ))}
    </>
  );
}
