import { Button, Form, InputNumber, Switch } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { Endpoint, Input } from '#kit/common/contract.ts';
import { OffButton } from '#kit/console/action/off-button.tsx';
import { fieldOf } from '#kit/console/call/call-error.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { autoReplyPage } from '../../common/reply/permissions.ts';
import { systemReply, welcomeReply, type SystemDocument, type WelcomeDocument } from '../../common/reply/setting.contract.ts';
import { AnswersInput, type WrittenAnswer } from './answers-input.tsx';
import { WindowsInput } from './windows-input.tsx';
import './reply.css';

/** The welcome of an account. */
export function Welcome({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-replies');
  const { data, error, refetch } = useRead(welcomeReply.get, { snoId });
  const saving = useSave(welcomeReply.save, { invalidates: [welcomeReply.get], message: t('setting.saved') });
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <WaitingForm lines={4} />;
  return (
    <SettingForm key={`${snoId} ${data.version}`} hint={t('welcome.hint')} get={welcomeReply.get} saving={saving} stored={data}>
      {(document, change) => <Said snoId={snoId} value={document} onChange={(part) => change({ ...document, ...part })} />}
    </SettingForm>
  );
}

/** The system reply and the off hours of an account. */
export function System({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-replies');
  const { data, error, refetch } = useRead(systemReply.get, { snoId });
  const saving = useSave(systemReply.save, { invalidates: [systemReply.get], message: t('setting.saved') });
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <WaitingForm lines={6} />;
  return (
    <SettingForm key={`${snoId} ${data.version}`} hint={t('system.hint')} get={systemReply.get} saving={saving} stored={data}>
      {(document, change) => (
        <>
          <Said snoId={snoId} value={document} onChange={(part) => change({ ...document, ...part })} />
          <Part label={t('setting.minutes')}>
            <InputNumber<number>
              aria-label={t('setting.minutes')}
              min={1}
              max={10_080}
              precision={0}
              value={document.minutesBetween}
              onChange={(minutes) => change({ ...document, minutesBetween: minutes ?? 1 })}
            />
          </Part>
          <h3>{t('setting.offHours')}</h3>
          <p>{t('setting.offHoursHint')}</p>
          <WindowsInput
            value={document.offHours.windows}
            onChange={(windows) => change({ ...document, offHours: { ...document.offHours, windows } })}
          />
          <Said
            snoId={snoId}
            label={t('setting.offHours')}
            value={document.offHours}
            onChange={(part) => change({ ...document, offHours: { ...document.offHours, ...part } })}
          />
        </>
      )}
    </SettingForm>
  );
}

interface SaidPart {
  enabled: boolean;
  answers: Input<typeof welcomeReply.save>['document']['answers'];
}

interface SaidProps {
  readonly snoId: string;
  readonly label?: string;
  readonly value: SaidPart;
  readonly onChange: (part: SaidPart) => void;
}

/** Whether something is said, and what. */
function Said({ snoId, label, value, onChange }: SaidProps): ReactElement {
  const t = useT('public-replies');
  const { enabled, answers } = value;
  const named = label === undefined ? t('setting.enabled') : `${label}: ${t('setting.enabled')}`;
  return (
    <>
      <Part label={named}>
        <Switch aria-label={named} checked={enabled} onChange={(next) => onChange({ enabled: next, answers })} />
      </Part>
      <Part label={t('setting.answers')}>
        <AnswersInput snoId={snoId} value={answers} onChange={(next) => onChange({ enabled, answers: next as SaidPart['answers'] })} />
      </Part>
    </>
  );
}

const Part = ({ label, children }: { label: string; children: ReactNode }): ReactElement => (
  <div className="sno-reply-field">
    <span aria-hidden="true">{label}</span>
    <div>{children}</div>
  </div>
);

interface SettingFormProps<D> {
  readonly hint: string;
  readonly get: Endpoint;
  readonly saving: {
    save(input: { snoId: string; version: number; document: D }): Promise<unknown>;
    readonly saving: boolean;
    readonly conflict: { readonly current: unknown } | undefined;
    clear(): void;
  };
  readonly stored: {
    readonly snoId: string;
    readonly version: number;
    readonly updatedAt: number | null;
    readonly updatedBy: string;
    readonly document: D;
  };
  readonly children: (document: D, change: (document: D) => void) => ReactNode;
}

const isWhole = (answers: readonly WrittenAnswer[]): boolean =>
  answers.every((one) => ('text' in one ? one.text.zh_CN.trim() !== '' : one.content !== null));

/** A document with its hint, its button and who changed it last. */
function SettingForm<D extends WelcomeDocument | SystemDocument>({
  hint,
  get,
  saving,
  stored,
  children,
}: SettingFormProps<D>): ReactElement {
  const t = useT('public-replies');
  const [language] = useLanguage();
  const can = useCan();
  const [document, setDocument] = useState(stored.document);
  const { conflict } = saving;
  const parts = 'offHours' in document ? [document, document.offHours] : [document];
  const isEmpty = parts.some(({ enabled, answers }) => enabled && answers.length === 0);
  const isUnfinished = !parts.every(({ answers }) => isWhole(answers));
  const send = (version: number): void => {
    saving.clear();
    void saving.save({ snoId: stored.snoId, version, document });
  };
  return (
    <Form layout="vertical" component="section" className="sno-reply-setting">
      <p>{hint}</p>
      {children(document, setDocument)}
      {conflict && (
        <div className="sno-reply-row" role="alert">
          <span>{t('setting.conflict')}</span>
          <Button onClick={() => void invalidate(get)}>{t('setting.takeTheirs')}</Button>
          <Button onClick={() => send(Number(fieldOf(conflict.current, 'version')))}>{t('setting.keepMine')}</Button>
        </div>
      )}
      {isEmpty && <p role="alert">{t('setting.noAnswer')}</p>}
      <div className="sno-reply-row">
        {can(autoReplyPage.button.save) && (
          <OffButton
            type="primary"
            loading={saving.saving}
            off={(isEmpty || isUnfinished) && 'fields'}
            onClick={() => send(stored.version)}
          >
            {t('setting.save')}
          </OffButton>
        )}
        <small>
          {stored.updatedAt === null
            ? t('setting.never')
            : t('setting.changed', { time: timeText(stored.updatedAt, language), name: stored.updatedBy })}
        </small>
      </div>
    </Form>
  );
}
