import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { HistoryDrawer } from '../../change/history-drawer.tsx';
import { HistoryTab } from '../../change/history-tab.tsx';
import { ImpactCounts } from '../../change/impact-counts.tsx';
import { ImportDialog } from '../../change/import-dialog.tsx';
import { PlanBody } from '../../change/plan-view.tsx';
import { ImpactLine } from '../../form/impact-line.tsx';
import { useT } from '../../i18n/use-t.ts';
import { roomImport, roomTemplate, tryFailing, tryLoud, tryNothing } from '../room.contract.ts';
import { roomSubject } from '../room-subject.ts';
import { planIds, sampleId } from '../server/sample-ids.ts';
import { Specimen } from '../specimen.tsx';

/** What was changed, what would be, and the way back. */
export default function ChangePart(): ReactElement {
  const t = useT('gallery');
  const [open, setOpen] = useState<'import' | 'history'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Specimen title="change.history">
        <div className="whg-sheet">
          <HistoryTab subject={roomSubject} kind="room" objectId={sampleId(1, 0)} />
        </div>
      </Specimen>
      <Specimen title="change.noHistory">
        <div className="whg-sheet">
          <HistoryTab subject={roomSubject} kind="room" objectId={sampleId(1, 999)} />
        </div>
      </Specimen>
      <Specimen title="change.impact">
        <div className="whg-sheet">
          <ImpactCounts impact={{ people: 40_213, departments: 3, administrators: 1, loseSignIn: 12, sessions: 17, bookings: 4 }} />
          <ImpactCounts impact={{}} />
        </div>
      </Specimen>
      <Specimen title="change.line">
        <div className="whg-sheet">
          {[tryLoud, tryNothing, tryFailing].map((endpoint) => (
            <div key={endpoint.path}>
              <ImpactLine endpoint={endpoint} input={{ id: sampleId(1, 0) }} />
            </div>
          ))}
        </div>
      </Specimen>
      {(['planned', 'held', 'applied', 'nothing'] as const).map((state) => (
        <Specimen key={state} title={`change.plan.${state}`}>
          <div className="whg-sheet">
            <PlanBody planId={planIds[state]} onDone={() => undefined} />
          </div>
        </Specimen>
      ))}
      <Specimen title="change.opened">
        <div className="whg-row">
          <Button onClick={() => setOpen('import')}>{t('change.import')}</Button>
          <Button onClick={() => setOpen('history')}>{t('change.drawer')}</Button>
        </div>
      </Specimen>
      {open === 'import' && (
        <ImportDialog
          title={t('change.import')}
          start={roomImport}
          template={{ endpoint: roomTemplate, input: {}, name: 'rooms.csv' }}
          onClose={close}
        />
      )}
      {open === 'history' && <HistoryDrawer title="海棠 101" subject={roomSubject} kind="room" objectId={sampleId(1, 0)} onClose={close} />}
    </>
  );
}
