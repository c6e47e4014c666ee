import { App, Form, Input } from 'antd';
import { useCallback, useRef } from 'react';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';
import { confirmPost } from '../boot/session-wire.ts';
import { useT } from '../i18n/use-t.ts';
import { store } from '../store/store.ts';

/** Asks for the password again. Several calls that need it at once share one dialog. Answers whether it was confirmed. */
export function useStepUp(): () => Promise<boolean> {
  const t = useT('kit');
  const { modal } = App.useApp();
  const [form] = Form.useForm<{ password: string }>();
  const asking = useRef<Promise<boolean>>(undefined);
  return useCallback(() => {
    const ask = (): Promise<boolean> =>
      new Promise((resolve) => {
        form.resetFields();
        const confirm = async (): Promise<void> => {
          const { password } = await form.validateFields();
          try {
            const answer = await call(confirmPost, { password }, { silent: true });
            if (answer?.accessToken) store.set('accessToken', answer.accessToken);
          } catch (error) {
            if (!(error instanceof CallError)) throw error;
            form.setFields([{ name: 'password', errors: [error.msg] }]);
            throw error;
          }
          resolve(true);
        };
        const dialog = modal.confirm({
          title: t('stepup.title'),
          okText: t('stepup.confirm'),
          cancelText: t('stepup.cancel'),
          onOk: confirm,
          onCancel: () => resolve(false),
          content: (
            <Form form={form} layout="vertical" onFinish={() => void confirm().then(() => dialog.destroy(), () => undefined)}>
              <p>{t('stepup.text')}</p>
              <Form.Item name="password" label={t('login.password')} rules={[{ required: true, message: t('issue.missing') }]}>
                <Input.Password autoFocus autoComplete="current-password" maxLength={256} />
              </Form.Item>
            </Form>
          ),
        });
      });
    asking.current ??= ask().finally(() => (asking.current = undefined));
    return asking.current;
  }, [form, modal, t]);
}
