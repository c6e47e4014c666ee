import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { call } from '#kit/console/call/call.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { employeeProposeAccount } from '../../common/propose-account.contract.ts';

/** Proposes an account as the name of somebody new is typed, as long as nobody writes one. */
export function useProposedAccount(): void {
  const form = Form.useFormInstance();
  const typed = Form.useWatch<unknown>('name', form);
  const name = useSettled(typeof typed === 'string' ? typed.trim() : '', 400);
  const proposed = useRef('');
  useEffect(() => {
    if (name === '') return undefined;
    let isOver = false;
    const isOurs = (): boolean => String(form.getFieldValue('account') ?? '') === proposed.current;
    if (!isOurs()) return undefined;
    call(employeeProposeAccount, { name }, { silent: true }).then(
      ({ account }) => {
        if (isOver || account === null || !isOurs()) return;
        proposed.current = account;
        form.setFieldValue('account', account);
      },
      // Without a proposal one writes it oneself.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [name, form]);
}
