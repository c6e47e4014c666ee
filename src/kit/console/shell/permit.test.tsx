// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { store } from '../store/store.ts';
import { Permit } from './permit.tsx';
import { bytesOf, mostQrBytes } from './own/qr.tsx';

let root: Root;
let place: HTMLElement;
let clicks = 0;

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  clicks = 0;
  store.set('menuCode', ['page_x']);
  store.set('button', [{ code: 'page_x:add', name: '新增用户' }]);
});
afterEach(() => act(() => root.unmount()));

const draw = (element: ReactElement): void => act(() => root.render(element));
const button = <button onClick={() => (clicks += 1)}>press</button>;

test('one code: the element is labelled with the granted name', () => {
  draw(<Permit code="page_x:add">{(name) => <button>{name}</button>}</Permit>);
  expect(place.textContent).toBe('新增用户');
});

test('without the grant a button is removed, or leaves its place empty', () => {
  draw(<Permit code="page_x:delete">{button}</Permit>);
  expect(place.innerHTML).toBe('');
  draw(
    <Permit code="page_x:delete" blank>
      {button}
    </Permit>,
  );
  expect(place.querySelector('.wh-blank')?.hasAttribute('inert')).toBe(true);
});

test('of several codes one is enough', () => {
  draw(<Permit code={['page_x:delete', 'page_x:add']}>{button}</Permit>);
  expect(place.textContent).toBe('press');
  draw(<Permit code={['page_x:delete', 'page_y']}>{button}</Permit>);
  expect(place.innerHTML).toBe('');
});

test('type url stays in sight, disabled, and takes no click', () => {
  draw(
    <Permit code="page_x:open" type="url">
      {button}
    </Permit>,
  );
  expect(place.querySelector('[aria-disabled=true]')?.textContent).toBe('press');
  act(() => place.querySelector('button')?.click());
  expect(clicks).toBe(0);
  draw(
    <Permit code="page_x:add" type="url">
      {button}
    </Permit>,
  );
  act(() => place.querySelector('button')?.click());
  expect(clicks).toBe(1);
});

test('a grant that arrives or goes is seen at once', () => {
  draw(<Permit code="page_x:delete">{button}</Permit>);
  act(() => store.set('button', [{ code: 'page_x:delete', name: 'Delete' }]));
  expect(place.textContent).toBe('press');
  act(() => store.clearSession());
  expect(place.innerHTML).toBe('');
});

test('the length of a QR code counts UTF-8 bytes', () => {
  expect(bytesOf('a'.repeat(mostQrBytes))).toBe(1273);
  expect(bytesOf('中')).toBe(3);
});
