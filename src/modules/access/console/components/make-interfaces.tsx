import { Button, Modal, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import type { sapInterfaces, soapInterfaces } from '../../common/draft-source.contract.ts';
import { apiInterface } from '../../common/interface.contract.ts';
import { interfacePrefix } from '../../common/prefix.contract.ts';
import './access.css';
import { EntitySelect } from './entity-select.tsx';
import { PlanLines } from './plan-lines.tsx';

type Source = typeof sapInterfaces | typeof soapInterfaces;

interface MakeProps {
  endpoint: Source;
  /** The connection. */
  id: string;
  /** What it offers; where that is not known, names are typed. */
  names: readonly string[];
}

/** Makes drafts of what a connection offers: first shown, then made. */
export function MakeInterfaces(props: MakeProps): ReactElement | null {
  const { granted, name } = useActionName(props.endpoint);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && <MakeDialog {...props} title={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function MakeDialog({ endpoint, id, names, title, onClose }: MakeProps & { title: string; onClose: () => void }): ReactElement {
  const t = useT('access');
  const [prefixId, setPrefixId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const [made, setMade] = useState<Reply<typeof sapInterfaces>>();
  const [problem, setProblem] = useState('');
  const ready = prefixId !== null && chosen.length > 0;
  const ask = async (plan: boolean): Promise<void> => {
    setProblem('');
    try {
      setMade(await call(endpoint, { id, prefixId: prefixId ?? '', names: chosen, plan }, { silent: true }));
      if (plan) return;
      await invalidate(apiInterface.list);
      onClose();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setMade(undefined);
      setProblem([error.msg, ...error.issues.map(({ message }) => message)].join(' · '));
    }
  };
  return (
    <Modal
      open
      width={720}
      title={title}
      onCancel={onClose}
      footer={[
        <OffButton key="plan" off={!ready && 'fields'} onClick={() => void ask(true)}>
          {t('import.plan')}
        </OffButton>,
        <OffButton
          key="apply"
          type="primary"
          off={!made?.lines.some(({ action }) => action === 'add') && 'preview'}
          onClick={() => void ask(false)}
        >
          {t('make.apply')}
        </OffButton>,
      ]}
    >
      <div className="acc-fields">
        <label>
          {t('make.prefix')}
          <EntitySelect endpoint={interfacePrefix.list} value={prefixId} onChange={setPrefixId} />
        </label>
        <label className="acc-wide">
          {t('make.names')}
          <Select
            aria-label={t('make.names')}
            mode={names.length > 0 ? 'multiple' : 'tags'}
            value={chosen}
            options={names.map((value) => ({ value, label: value }))}
            onChange={(next: string[]) => {
              setMade(undefined);
              setChosen(next);
            }}
          />
        </label>
      </div>
      {problem !== '' && (
        <p role="alert" className="acc-wrong">
          {problem}
        </p>
      )}
      {made && <PlanLines lines={made.lines} />}
    </Modal>
  );
}
