import { Button } from 'antd';
import type { ReactElement } from 'react';
import { CallError } from '../../call/call-error.ts';
import { translate } from '../../i18n/i18n.ts';
import { useT } from '../../i18n/use-t.ts';
import { PageChunkError } from '../../routes/load-page.ts';
import { PageError } from '../../shell/page-error.tsx';
import { EmptyState, NothingFound } from '../../states/empty-state.tsx';
import { ErrorState } from '../../states/error-state.tsx';
import { WaitingForm, WaitingRows } from '../../states/waiting.tsx';
import { Specimen } from '../specimen.tsx';

const nothing = (): void => undefined;

/** Nothing there, not readable, on its way. */
export default function StatesPart(): ReactElement {
  const t = useT('gallery');
  const refused = new CallError({ status: 'refused', code: 10910, msg: translate('kit', 'call.outOfRange') });
  return (
    <>
      <Specimen title="states.empty">
        <div className="whg-sheet">
          <EmptyState />
        </div>
      </Specimen>
      <Specimen title="states.emptyAction">
        <div className="whg-sheet">
          <EmptyState title={t('table.noRooms')} hint={t('table.noRoomsHint')} action={<Button type="primary">{t('page.extra')}</Button>} />
        </div>
      </Specimen>
      <Specimen title="states.nothingFound">
        <div className="whg-sheet">
          <NothingFound onClear={nothing} />
        </div>
      </Specimen>
      <Specimen title="states.error">
        <div className="whg-sheet">
          <ErrorState error={refused} retry={nothing} />
        </div>
      </Specimen>
      <Specimen title="states.errorOwn">
        <div className="whg-sheet">
          <ErrorState error={new TypeError(`${'averylongwordwithoutaspace'.repeat(8)} is not a function`)} />
        </div>
      </Specimen>
      <Specimen title="states.waitingRows">
        <div className="whg-sheet">
          <WaitingRows rows={4} />
        </div>
      </Specimen>
      <Specimen title="states.waitingForm">
        <div className="whg-sheet">
          <WaitingForm />
        </div>
      </Specimen>
      <Specimen title="states.chunk">
        <div className="whg-sheet">
          <PageError error={new PageChunkError('CHUNK_LOAD_FAILED', 'missing', '/assets/people.page-4f2a.js')} retry={nothing} />
        </div>
      </Specimen>
      <Specimen title="states.fault">
        <div className="whg-sheet">
          <PageError error={new Error('broken')} retry={nothing} />
        </div>
      </Specimen>
    </>
  );
}
