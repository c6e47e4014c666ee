import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useLeaveGuard } from '#kit/console/form/use-leave-guard.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Expected } from '../../common/role.contract.ts';
import { SeeAsButton } from '../insight/see-as-button.tsx';
import { ImpactDialog, Overtaken, type Requested } from './rule-impact.tsx';

interface SaveFootProps {
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved meanwhile. */
  overtaken: boolean;
  /** What would be saved, as the impact is asked about it. */
  request: Requested;
  /** False: something is missing yet. */
  complete?: boolean;
  /** Saves; answers whether it was saved. */
  onSave: (expect: Expected) => Promise<boolean>;
  onReset: () => void;
  onTake: () => void;
}

/** The foot of a page of rules: what saving would do, and how the directory would look, is shown before it is saved. */
export function SaveFoot({ dirty, saving, overtaken, request, complete = true, onSave, onReset, onTake }: SaveFootProps): ReactElement {
  const t = useT('kit');
  const [asking, setAsking] = useState(false);
  useLeaveGuard(dirty, onReset);
  const save = async (expect: Expected): Promise<void> => {
    await onSave(expect);
    setAsking(false);
  };
  return (
    <>
      {overtaken && <Overtaken onTake={onTake} />}
      <div className="whk-save-bar whk-form-foot">
        <span>{dirty && complete && <SeeAsButton request={request} />}</span>
        {dirty && <Button onClick={onReset}>{t('settings.reset')}</Button>}
        <OffButton type="primary" loading={saving} off={!dirty ? 'nothing' : !complete && 'fields'} onClick={() => setAsking(true)}>
          {t('form.save')}
        </OffButton>
      </div>
      {asking && <ImpactDialog request={request} saving={saving} onSave={(expect) => void save(expect)} onClose={() => setAsking(false)} />}
    </>
  );
}
