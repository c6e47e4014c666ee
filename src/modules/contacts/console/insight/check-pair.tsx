import { SwapOutlined } from '@ant-design/icons';
import { Button, Form } from 'antd';
import { useState, type ReactElement } from 'react';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { useSave } from '#kit/console/form/use-save.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { contactCheck, type PairAnswer } from '../../common/insight.contract.ts';
import { PairView } from './pair-view.tsx';
import { PersonField } from './person-field.tsx';

/** Whether one person sees another, and by which rule. */
export function CheckPair(): ReactElement {
  const t = useT('contacts');
  const [viewerId, setViewer] = useState<string>();
  const [targetId, setTarget] = useState<string>();
  const [answer, setAnswer] = useState<PairAnswer>();
  const { save, saving } = useSave(contactCheck, { message: null, onSaved: ({ list }) => setAnswer(list[0]) });
  const choose = (viewer: string | undefined, target: string | undefined): void => {
    setViewer(viewer);
    setTarget(target);
    setAnswer(undefined);
  };
  return (
    <>
      <Form layout="vertical">
        <PersonField label={t('check.viewer')} value={viewerId} onChange={(id) => choose(id, targetId)} />
        <PersonField label={t('check.target')} value={targetId} onChange={(id) => choose(viewerId, id)} />
      </Form>
      <div className="contacts-tools">
        <Button icon={<SwapOutlined aria-hidden="true" />} onClick={() => choose(targetId, viewerId)}>
          {t('check.swap')}
        </Button>
        <OffButton
          type="primary"
          loading={saving}
          off={(viewerId === undefined || targetId === undefined) && 'nobody'}
          onClick={() => viewerId !== undefined && targetId !== undefined && void save({ pairs: [{ viewerId, targetId }] })}
        >
          {t('check.ask')}
        </OffButton>
      </div>
      {answer && <PairView pair={answer} />}
    </>
  );
}
