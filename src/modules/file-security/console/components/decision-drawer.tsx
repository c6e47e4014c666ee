import { Button, Drawer } from 'antd';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { decisionGet } from '../../common/decision.contract.ts';
import { fileSecurity } from '../../common/permissions.ts';
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
      extra={data && <Ways code={data.ref} onClose={onClose} />}
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
              { name: 'deviceName' },
              { name: 'address', as: 'code' },
            ]}
          />
          <DecisionView title={t('simulate.then')} decision={data.decision} />
        </SubjectContext>
      )}
    </Drawer>
  );
}

/** From a decision to its case in the simulator, and to the life of its file. */
function Ways({ code, onClose }: { code: string; onClose: () => void }): ReactElement {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { route = '/' } = fileSecurity;
  const page = pathname.startsWith(route) ? pathname : route;
  const go = (view: 'simulate' | 'trail'): void => {
    onClose();
    void navigate(`${page}?${new URLSearchParams({ view, ref: code })}`);
  };
  return (
    <>
      {(['simulate', 'trail'] as const).map((view) => (
        <Permit key={view} code={fileSecurity.button[view]}>
          {(name) => (
            <Button type="text" onClick={() => go(view)}>
              {name}
            </Button>
          )}
        </Permit>
      ))}
    </>
  );
}
