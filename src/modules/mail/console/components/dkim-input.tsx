import { CopyOutlined } from '@ant-design/icons';
import { App, Button, Checkbox, Input, Switch } from 'antd';
import type { ReactElement } from 'react';
import type { z } from 'zod';
import { copyText } from '#kit/console/action/copy-text.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useWords } from '#kit/console/page/subject.ts';
import type { dkimDraft, dkimView } from '../../common/mail-config.contract.ts';
import { Labelled } from './servers-input.tsx';

type Draft = z.input<typeof dkimDraft>;

interface DkimInputProps {
  stored: z.output<typeof dkimView> | null;
  /** From the form. */
  id?: string;
  value?: Draft | null;
  disabled?: boolean;
  onChange?: (value: Draft | null) => void;
}

/** Key that signs mails, and the DNS record it needs. */
export function DkimInput({ stored, id, value, disabled = false, onChange }: DkimInputProps): ReactElement {
  const t = useT('mail');
  const words = useWords();
  const change = (part: Partial<Draft>): void => onChange?.({ domain: '', selector: '', ...value, ...part });
  return (
    <div id={id} className="mail-dkim" tabIndex={-1}>
      <label className="mail-switch">
        <Switch
          checked={Boolean(value)}
          disabled={disabled}
          onChange={(on) => onChange?.(on ? { domain: stored?.domain ?? '', selector: stored?.selector ?? '', newKey: !stored } : null)}
        />
        <span>{value ? t('dkim.use') : t('dkim.none')}</span>
      </label>
      {value && (
        <fieldset disabled={disabled} className="mail-server">
          <Labelled label={words.field('domain')}>
            {(field) => (
              <Input id={field} value={value.domain} maxLength={253} onChange={({ target }) => change({ domain: target.value })} />
            )}
          </Labelled>
          <Labelled label={words.field('selector')}>
            {(field) => (
              <Input id={field} value={value.selector} maxLength={63} onChange={({ target }) => change({ selector: target.value })} />
            )}
          </Labelled>
          <Checkbox
            className="mail-wide"
            checked={value.newKey === true}
            onChange={({ target }) => change({ newKey: target.checked || undefined, key: undefined })}
          >
            {t('dkim.newKey')}
          </Checkbox>
          {!value.newKey && (
            <Labelled label={words.field('key')} wide>
              {(field) => (
                <Input.TextArea
                  id={field}
                  rows={3}
                  value={value.key ?? ''}
                  placeholder={stored ? t('dkim.keyHint') : ''}
                  onChange={({ target }) => change({ key: target.value || undefined })}
                />
              )}
            </Labelled>
          )}
        </fieldset>
      )}
      {value && stored?.record && <PublishedRecord record={stored.record} />}
    </div>
  );
}

function PublishedRecord({ record }: { record: { name: string; value: string } }): ReactElement {
  const t = useT('mail');
  const tk = useT('kit');
  const { message } = App.useApp();
  const copy = async (): Promise<void> => {
    void ((await copyText(record.value)) ? message.success(t('factor.copied')) : message.error(tk('copy.failed')));
  };
  return (
    <div className="mail-record">
      <span>{t('dkim.publish')}</span>
      <code>{record.name}</code>
      <code>{record.value}</code>
      <Button size="small" icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
        {t('dkim.copy')}
      </Button>
    </div>
  );
}
