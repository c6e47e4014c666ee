// @vitest-environment happy-dom
import { act, lazy, useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useNavigate } from 'react-router';
import { expect, test } from 'vitest';
import { useStillHere } from './use-still-here.ts';

test('a page that is left does nothing of itself any more, though it stays drawn until the next one has come', async () => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  let come: (page: { default: () => ReactElement }) => void = () => undefined;
  let rowsCome: () => void = () => undefined;
  const Next = lazy(() => new Promise<{ default: () => ReactElement }>((resolve) => (come = resolve)));
  const answers: boolean[] = [];
  function List(): ReactElement {
    const [rows, setRows] = useState(0);
    const isHere = useStillHere();
    const navigate = useNavigate();
    const chooseFirst = useEffectEvent(() => {
      answers.push(isHere());
      if (isHere()) void navigate('?row=1', { replace: true });
    });
    rowsCome = () => setRows((before) => before + 1);
    useEffect(() => {
      if (rows > 0) chooseFirst();
    }, [rows]);
    return <p>list</p>;
  }
  const router = createMemoryRouter(
    [
      { path: '/list', element: <List /> },
      { path: '/next', element: <Next /> },
    ],
    { initialEntries: ['/list'] },
  );
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<RouterProvider router={router} />));

  await act(async () => rowsCome());
  expect(router.state.location.search).toBe('?row=1');
  await act(async () => router.navigate('/next'));
  expect(place.textContent).toBe('list');
  await act(async () => rowsCome());
  expect(answers).toEqual([true, false]);
  expect(router.state.location.pathname).toBe('/next');
  await act(async () => come({ default: () => <p>next</p> }));
  expect(place.textContent).toBe('next');
  await act(async () => root.unmount());
});
