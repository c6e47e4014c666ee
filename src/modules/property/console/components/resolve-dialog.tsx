import { Modal } from 'antd';
import { useState, type ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { propertyResolve, type ResolvedRow } from '../../common/value.contract.ts';
import { propertyValue } from '../subjects.ts';
import './property.css';
import { SubjectChoice, type SubjectRequest } from './subject-choice.tsx';
import { ValueText } from './value-text.tsx';

/** What holds for a person, an app and a platform, and everything that was looked at. */
export function ResolveDialog({ namespace, onClose }: { namespace: string | undefined; onClose: () => void }): ReactElement {
  const t = useT('property');
  const [request, setRequest] = useState<SubjectRequest>({});
  const subject = request.empId === undefined ? request : { ...request, departmentId: undefined };
  const asked = Object.fromEntries(Object.entries({ namespace, ...subject }).filter(([, one]) => one !== undefined));
  const { data, error, refetch } = useRead(propertyResolve, asked);
  return (
    <Modal open title={t('resolve.title')} width={860} footer={null} onCancel={onClose} className="whk-wide-dialog">
      <p>{t('resolve.pick')}</p>
      <SubjectChoice value={request} onChange={setRequest} />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={6} />}
      {data && (
        <ul className="wp-resolved">
          {data.list.map((row) => (
            <Resolved key={row.propertyId} row={row} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function Resolved({ row }: { row: ResolvedRow }): ReactElement {
  const t = useT('property');
  const words = wordsOf(propertyValue);
  return (
    <li>
      <h3>
        {row.namespace}/{row.key}
      </h3>
      <ValueText value={row.value} type={row.type} />
      <ol aria-label={t('resolve.chain')}>
        {row.chain.map((link) => (
          <li key={`${link.scopeKind}:${link.scopeId}`} data-state={link.state}>
            {words.value('scopeKind', link.scopeKind)} {link.scopeName} ({t(`chain.${link.state}`)}):{' '}
            <ValueText value={link.value} type={row.type} />
          </li>
        ))}
      </ol>
    </li>
  );
}
