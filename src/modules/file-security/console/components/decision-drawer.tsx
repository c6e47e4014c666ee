import { Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { decisionGet } from '../../common/decision.contract.ts';
import { decisionSubject } from '../subjects.ts';
import { DecisionView } from './decision-view.tsx';

/** The steps behind a code. */
export function DecisionDrawer({ code, onClose }: { code: string; onClose: () => void }): ReactElement {
  const t = useT('file-security');
  const kit = useT('kit');
  const { data, error, refetch } = useRead(decisionGet, { ref: code });
  return (
    <Drawer
      open
      title={`${t('decision')} ${code}`}
      size={720}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
      className="whk-drawer"
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm />}
      {data && (
        <SubjectContext value={decisionSubject}>
          <Facts
            row={data}
            facts={[
              { name: 'at', as: 'time' },
              { name: 'employeeName' },
              { name: 'departmentName' },
              { name: 'action', as: 'enum' },
              { name: 'fileName' },
              { name: 'address', as: 'code' },
            ]}
          />
          <DecisionView title={t('simulate.then')} decision={data.decision} />
        </SubjectContext>
      )}
    </Drawer>
  );
}
