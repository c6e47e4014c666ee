// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ensureCatalog, registerCatalog } from '../i18n/i18n.ts';
import { Permit } from '../shell/permit.tsx';
import { store } from '../store/store.ts';
import { RowActions } from './row-actions.tsx';

let root: Root;
let place: HTMLElement;

beforeAll(async () => {
  const { zh_CN } = await import('#kit/locales/zh_CN.ts');
  const { en_US } = await import('#kit/locales/en_US.ts');
  const { ja_JP } = await import('#kit/locales/ja_JP.ts');
  registerCatalog('kit', { zh_CN: async () => zh_CN, en_US: async () => en_US, ja_JP: async () => ja_JP });
  await ensureCatalog('kit');
});
beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  store.set('menuCode', ['page_x']);
  store.set('button', [{ code: 'page_x:add', name: 'Add' }]);
});
afterEach(() => act(() => root.unmount()));

const draw = (element: ReactElement): void => act(() => root.render(element));
const one = (code: string | readonly string[]): ReactElement => (
  <Permit code={code}>
    <button type="button">do</button>
  </Permit>
);

test('the button is there with at least one action that is granted', () => {
  draw(
    <RowActions name="x">
      {one('page_x:delete')}
      <>{one(['page_x:move', 'page_x:add'])}</>
    </RowActions>,
  );
  expect(place.querySelectorAll('button')).toHaveLength(1);
});

test('nobody is offered a button that opens nothing', () => {
  draw(
    <RowActions name="x">
      {one('page_x:delete')}
      {false}
      <>{one(['page_x:move'])}</>
    </RowActions>,
  );
  expect(place.innerHTML).toBe('');
});

test('what names no grant is always offered', () => {
  draw(
    <RowActions name="x">
      <button type="button">open</button>
    </RowActions>,
  );
  expect(place.querySelectorAll('button')).toHaveLength(1);
});

test('what is dangerous stands last, in the order of the page', () => {
  const button = (name: string, danger?: true): ReactElement => <Doing name={name} {...(danger && { danger })} />;
  draw(
    <RowActions name="x">
      {button('delete', true)}
      {button('edit')}
      <>
        {button('erase', true)}
        {button('copy')}
      </>
    </RowActions>,
  );
  act(() => place.querySelector('button')?.click());
  const names = [...document.querySelectorAll('.whk-actions button')].map((one) => one.textContent);
  expect(names).toEqual(['edit', 'copy', 'delete', 'erase']);
  expect(document.querySelectorAll('.whk-risky button')).toHaveLength(2);
});

function Doing({ name }: { name: string; danger?: true }): ReactElement {
  return <button type="button">{name}</button>;
}
