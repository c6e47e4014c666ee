import { Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { caseList, caseSave } from '../../common/case.contract.ts';
import type { TestReply } from '../../common/test.contract.ts';
import './access.css';

interface SaveProps {
  interfaceId: string;
  values: { query: Record<string, string>; headers: Record<string, string>; body: string };
  result: TestReply;
}

/** Keeps the run that is shown as a case, which expects the same class of answer. */
export function CaseSave({ interfaceId, values, result }: SaveProps): ReactElement | null {
  const t = useT('access');
  const { granted } = useActionName(caseSave);
  const [name, setName] = useState('');
  const [told, setTold] = useState('');
  if (!granted) return null;
  const save = async (): Promise<void> => {
    try {
      const recorded = result.answer === '' ? null : result.answer;
      await call(caseSave, { interfaceId, name: name.trim(), values, expect: { class: result.class }, recorded }, { silent: true });
      await invalidate(caseList);
      setName('');
      setTold(t('form.saved'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setTold(error.msg);
    }
  };
  return (
    <div className="acc-head">
      <Input
        aria-label={t('cases.name')}
        placeholder={t('cases.namePlace')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <OffButton off={name.trim() === '' && 'name'} onClick={() => void save()}>
        {t('cases.save')}
      </OffButton>
      {told !== '' && <span role="status">{told}</span>}
    </div>
  );
}
