import { Input, Modal } from 'antd';
import { useEffect, useId, useState, type ReactElement, type ReactNode } from 'react';
import { keepInFirst } from '../form/keep-in-first.ts';
import { useT } from '../i18n/use-t.ts';
import './action.css';
import { useOff } from './off-button.tsx';

interface ConfirmProps {
  title: string;
  /** Word on the button. */
  action: string;
  names: readonly string[];
  count: number;
  danger: boolean;
  /** The first name (or the number) must be typed. */
  typed: boolean;
  running: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** How many names are read before it gets a number. */
const namesShown = 8;

/** The question before an action: what will be done to whom, and what that touches. */
export function ConfirmDialog(props: ConfirmProps): ReactElement {
  const off = useOff();
  const { title, action, names, count, danger, typed, running, onConfirm, onClose, children } = props;
  const t = useT('kit');
  const id = useId();
  const [text, setText] = useState('');
  useEffect(() => (typed ? keepInFirst('.ant-modal .whk-typed') : undefined), [typed]);
  const wanted = count > 1 ? String(count) : (names[0] ?? '');
  const open = !typed || text.trim() === wanted;
  return (
    <Modal
      open
      title={title}
      okText={action}
      cancelText={t('form.cancel')}
      okButtonProps={{ danger, ...off(!open && 'typed'), loading: running }}
      onOk={onConfirm}
      onCancel={onClose}
    >
      {count > 1 && (
        <>
          <p>{t('confirm.many', { count })}</p>
          <ul>
            {names.slice(0, namesShown).map((name, at) => (
              <li key={at}>{name}</li>
            ))}
            {count > Math.min(names.length, namesShown) && (
              <li>{t('confirm.more', { count: count - Math.min(names.length, namesShown) })}</li>
            )}
          </ul>
        </>
      )}
      {children}
      {typed && (
        <p className="whk-typed">
          <label htmlFor={id}>{t('confirm.type', { text: wanted })}</label>
          <Input
            id={id}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
            onPressEnter={() => open && onConfirm()}
          />
        </p>
      )}
    </Modal>
  );
}
