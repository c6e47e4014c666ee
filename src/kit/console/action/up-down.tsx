import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import './action.css';

/** Milliseconds in which a line that is being moved may take the focus back: the server's answer draws the list again. */
const onItsWay = 3_000;

interface UpDownProps {
  /** What is moved. */
  name: string;
  /** One place up; undefined at the top, and while a move is on its way. */
  up: (() => void) | undefined;
  down: (() => void) | undefined;
}

/** Moves one of a list up and down: the order without a pointer. */
export function UpDown({ name, up, down }: UpDownProps): ReactElement {
  const t = useT('kit');
  const pressed = useRef<{ button: HTMLElement; at: number }>(undefined);
  // A line that was put elsewhere loses the focus on the way.
  useEffect(() => {
    const last = pressed.current;
    if (last && document.activeElement === document.body && performance.now() - last.at < onItsWay) last.button.focus();
  });
  const button = (label: string, icon: ReactElement, move: (() => void) | undefined): ReactElement => (
    <Button
      type="text"
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      // Not switched off at the ends: the focus would be lost there.
      aria-disabled={move === undefined}
      onClick={(event) => {
        pressed.current = { button: event.currentTarget, at: performance.now() };
        move?.();
      }}
    />
  );
  return (
    <span className="whk-up-down">
      {button(t('move.up', { name }), <ArrowUpOutlined aria-hidden="true" />, up)}
      {button(t('move.down', { name }), <ArrowDownOutlined aria-hidden="true" />, down)}
    </span>
  );
}
